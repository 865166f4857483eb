import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export default function TermsDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.signUp.termsTitle}
      footer={<Button onClick={onClose}>{text.common.close}</Button>}
    >
      <ul className="list-disc space-y-2 pl-5">
        {text.signUp.termsText.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Dialog>
  );
}
