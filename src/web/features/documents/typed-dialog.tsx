// Asked when a new reading or lookup comes into a form in which the customer had typed: is that of the same person?
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/surface.tsx';
import { useDocumentsText } from './text.ts';

/** Closing the dialog only puts its question off: nothing is saved, and nothing typed is thrown away, without an answer. */
export function useTypedQuestion(typed: object | undefined) {
  const [later, setLater] = useState<object>();
  return {
    isPutOff: typed !== undefined && later === typed,
    putOff: () => setLater(typed),
    /** @returns whether an answer is still owed; the dialog then opens again */
    askAgain(): boolean {
      setLater(undefined);
      return typed !== undefined;
    },
  };
}

interface TypedDialogProps {
  /** In the order of the form; a picture stands as a data URL. */
  typed: readonly { label: string; text: string }[];
  question: ReturnType<typeof useTypedQuestion>;
  onKeep: () => void;
  onDrop: () => void;
}

/** Also the notice in the form while the question is put off. */
export function TypedDialog({ typed, question, onKeep, onDrop }: TypedDialogProps) {
  const { typed: text } = useDocumentsText();
  return (
    <>
      {question.isPutOff ? (
        <Notice tone="warn" role="status">
          <p>{text.putOff}</p>
          <Button variant="quiet" size="small" className="mt-2" onClick={question.askAgain}>
            {text.answer}
          </Button>
        </Notice>
      ) : null}
      <Dialog
        open={typed.length > 0 && !question.isPutOff}
        onClose={question.putOff}
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
