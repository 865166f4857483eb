// Fetched only when there is something to say.
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

interface LoginDialogProps {
  title: string;
  text: string;
  action: string;
  onClose: () => void;
}

export default function LoginDialog({ title, text, action, onClose }: LoginDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={text}
      footer={<Button onClick={onClose}>{action}</Button>}
    />
  );
}
