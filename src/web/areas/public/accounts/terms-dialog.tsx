// The terms of service, opened from sign-up.
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useUiText } from '../../../ui/text.ts';
import { useTermsText } from './terms-text.ts';

export default function TermsDialog({ onClose }: { onClose: () => void }) {
  const text = useTermsText();
  const { common } = useUiText();
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      footer={<Button onClick={onClose}>{common.close}</Button>}
    >
      <ul className="list-disc space-y-2 pl-5">
        {text.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Dialog>
  );
}
