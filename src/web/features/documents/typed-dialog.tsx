// Asked when a new reading or lookup comes into a form in which the customer had typed: is that of the same person?
import { useDocumentsText } from '../../text/documents.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface TypedDialogProps {
  /** In the order of the form; a picture stands as a data URL. */
  typed: readonly { label: string; text: string }[];
  onKeep: () => void;
  onDrop: () => void;
}

export function TypedDialog({ typed, onKeep, onDrop }: TypedDialogProps) {
  const { typed: text } = useDocumentsText();
  return (
    <Dialog
      open={typed.length > 0}
      onClose={onDrop}
      title={text.title}
      description={text.question}
      footer={
        <>
          <Button look="quiet" onClick={onKeep}>
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
  );
}
