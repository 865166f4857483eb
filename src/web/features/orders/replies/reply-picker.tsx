// Puts a saved reply into the field below it.
import { useQuery } from '@tanstack/react-query';
import { maximumNoteLength } from '#contract/orders/rules.ts';
import type { SavedReply } from '#contract/orders/tool-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { savedRepliesQuery } from '../queries.ts';
import { useOrdersStaffText } from '../staff/text.ts';

/** So many are shown to be pressed; more are a list to choose from. */
const atOnce = 6;

export function useReplies() {
  return useQuery(savedRepliesQuery());
}

interface ReplyPickerProps {
  kind: SavedReply['kind'];
  value: string;
  limit?: number;
  onPick: (text: string) => void;
}

/** Renders nothing while the shop has no reply of this kind. Text already in the field stays in front. */
export function ReplyPicker({ kind, value, limit = maximumNoteLength, onPick }: ReplyPickerProps) {
  const { replies: text } = useOrdersStaffText();
  const { data } = useReplies();
  const replies = data?.results.filter((reply) => reply.kind === kind) ?? [];
  if (replies.length === 0) return null;
  const pick = (reply: SavedReply) => {
    const joined = value.trim() === '' ? reply.body : `${value.trimEnd()}\n${reply.body}`;
    onPick(joined.slice(0, limit));
  };
  if (replies.length <= atOnce)
    return (
      <fieldset aria-label={text.use} className="flex min-w-0 flex-wrap gap-2">
        {replies.map((reply) => (
          <Button
            key={reply.id}
            variant="quiet"
            size="small"
            className="max-w-full"
            title={reply.body}
            onClick={() => pick(reply)}
          >
            <span className="min-w-0 truncate">{reply.title}</span>
          </Button>
        ))}
      </fieldset>
    );
  return (
    <Select
      aria-label={text.use}
      value=""
      onChange={(event) => {
        const reply = replies.find(({ id }) => String(id) === event.target.value);
        if (reply) pick(reply);
      }}
    >
      <option value="">{text.pick}</option>
      {replies.map((reply) => (
        <option key={reply.id} value={reply.id}>
          {reply.title}
        </option>
      ))}
    </Select>
  );
}
