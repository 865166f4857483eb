// A note on a copy that already existed, and was not made or paid for again.
import { clsx } from 'clsx';
import { useFormat } from '../../../lib/format.ts';
import { useDocumentsText } from '../text.ts';

export function AlreadyMadeNote({ at, className }: { at: Date | undefined; className?: string }) {
  const { recent: text } = useDocumentsText();
  const format = useFormat();
  return at ? <span className={clsx('block', className)}>{text.before(format.dateTime(at))}</span> : null;
}
