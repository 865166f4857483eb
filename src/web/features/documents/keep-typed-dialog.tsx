// Asks whether a new reading or lookup is about the same person as what the customer has typed.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Callout } from '../../ui/surface.tsx';
import { useDocumentsText } from './text.ts';

/** Closing the dialog only postpones the question: until it is answered, nothing is saved and nothing typed is discarded. */
export function useKeepTypedQuestion(typed: object | undefined) {
  const [later, setLater] = useState<object>();
  return {
    isPostponed: typed !== undefined && later === typed,
    postpone: () => setLater(typed),
    /** @returns whether it is still unanswered; the dialog then reopens */
    askAgain(): boolean {
      setLater(undefined);
      return typed !== undefined;
    },
  };
}

interface KeepTypedDialogProps {
  /** In form order; a picture is a data URL. */
  typed: readonly { label: string; text: string }[];
  question: ReturnType<typeof useKeepTypedQuestion>;
  onKeep: () => void;
  onDrop: () => void;
}

/** Also renders the notice in the form while the question is postponed. */
export function KeepTypedDialog({ typed, question, onKeep, onDrop }: KeepTypedDialogProps) {
  const { typed: text } = useDocumentsText();
  return (
    <>
      {question.isPostponed ? (
        <Callout tone="warn" role="status">
          <p>{text.putOff}</p>
          <Button variant="quiet" size="small" className="mt-2" onClick={question.askAgain}>
            {text.answer}
          </Button>
        </Callout>
      ) : null}
      <Dialog
        open={typed.length > 0 && !question.isPostponed}
        onClose={question.postpone}
        title={text.title}
        description={text.question}
        footer={
          <>
            <Button variant="quiet" onClick={onKeep}>
              {text.keep}
            </Button>
            <Button onClick={onDrop}>{text.drop}</Button>
          </>
        }
      >
        <dl className="mt-4 space-y-2">
          {typed.map(({ label, text: value }) => (
            <div key={label} className="rounded-md bg-sunken px-3 py-2">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="break-words">
                {value.startsWith('data:image/') ? (
                  <img src={value} alt={label} className="h-20 max-w-full rounded bg-white object-contain" />
                ) : (
                  value
                )}
              </dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
