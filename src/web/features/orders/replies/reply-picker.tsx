// Inserts a saved reply into the field below it.
import type { Order } from '#contract/orders/calls.ts';
import { maximumNoteLength } from '#contract/orders/rules.ts';
import type { SavedReply } from '#contract/orders/tool-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { useOrdersStaffText } from '../staff/text.ts';
import { fillFields } from './reply-fields.ts';
import { useKnownFields, useReplies } from './use-replies.ts';

/** Up to this many replies are buttons; more of them are a list to choose from. */
const atOnce = 6;

interface ReplyPickerProps {
  kind: SavedReply['kind'];
  /** Fields that the portal knows about this order are filled in; without an order they stay for later. */
  order?: Order | undefined;
  value: string;
  limit?: number;
  onPick: (text: string) => void;
}

/** Renders nothing if the shop has no reply of this kind. Text already in the field stays in front. */
export function ReplyPicker({ kind, order, value, limit = maximumNoteLength, onPick }: ReplyPickerProps) {
  const { replies: text } = useOrdersStaffText();
  const { data } = useReplies();
  const knownOf = useKnownFields();
  const replies = data?.results.filter((reply) => reply.kind === kind) ?? [];
  if (replies.length === 0) return null;
  const pick = (reply: SavedReply) => {
    const words = fillFields(reply.body, order ? knownOf(order) : {});
    const joined = value.trim() === '' ? words : `${value.trimEnd()}\n${words}`;
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
