// Why a login failed; loaded only when needed.
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useUiText } from '../../../ui/text.ts';

interface LoginDialogProps {
  title: string;
  text: string;
  onClose: () => void;
}

export default function LoginDialog({ title, text, onClose }: LoginDialogProps) {
  const { common } = useUiText();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={text}
      footer={<Button onClick={onClose}>{common.retry}</Button>}
    />
  );
}
