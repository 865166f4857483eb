// Sends the paper itself to another app, such as WhatsApp or a printer's, through the phone's share sheet.
import { Send } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { useKeptText } from '../device/kept/text.ts';
import { type Paper, sendPaper } from './device-papers.ts';

export function SendPaper({ file }: { file: Paper & { full_name: string } }) {
  const text = useKeptText();
  const [isBusy, setBusy] = useState(false);
  if (typeof navigator.share !== 'function') return null;
  async function send() {
    setBusy(true);
    try {
      await sendPaper(file, file.full_name);
    } catch (error) {
      notify.error(errorMessage(error, text.sendFailed));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="quiet" size="small" busy={isBusy} onClick={() => void send()}>
      <Send className="size-4" aria-hidden="true" />
      {text.send}
    </Button>
  );
}
