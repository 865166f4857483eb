// Pins a paper to this device or removes it, for users who chose to keep data here.
import { Check, Pin } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { File as PortalFile } from '#contract/files/calls.ts';
import { errorMessage } from '../../lib/api/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { useIsKeeping } from '../device/kept/keeping.ts';
import { dropPaper, keptPapers } from '../device/kept/kept-papers.ts';
import { useKeptText } from '../device/kept/text.ts';
import { storageProblem } from '../device/storage-problem.ts';
import { pinPaper } from './device-papers.ts';

interface PinButtonProps {
  file: PortalFile;
  className: string;
  content: (Icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>, label: string) => ReactNode;
}

export function PinButton({ file, className, content }: PinButtonProps) {
  const text = useKeptText();
  const isChosen = useIsKeeping();
  const kept = useStore(keptPapers).get(file.id);
  const [isBusy, setBusy] = useState(false);
  if (!isChosen) return null;
  const isPinned = kept?.pinned === true;

  async function pin() {
    setBusy(true);
    try {
      if (await pinPaper(file)) notify.success(text.pinned);
      else notify.error(text[storageProblem.get() ?? 'impossible']);
    } catch (error) {
      notify.error(errorMessage(error, text.pinFailed));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant={isPinned ? 'soft' : 'quiet'}
      size="small"
      className={className}
      title={isPinned ? text.unpin : text.pin}
      aria-pressed={isPinned}
      busy={isBusy}
      onClick={() => void (isPinned ? dropPaper(file.id) : pin())}
    >
      {content(isPinned ? Check : Pin, isPinned ? text.onDevice : text.pin)}
    </Button>
  );
}
