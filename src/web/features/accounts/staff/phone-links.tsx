// A customer's phone number with links to call it or to message it in WhatsApp. Plain links; nothing is loaded from elsewhere.
import { useFormat } from '../../../lib/format.ts';
import { useAccountsStaffText } from './text.ts';

const link = 'no-print inline-flex min-h-11 items-center text-accent-text underline underline-offset-4';

export function PhoneLinks({ phone }: { phone: string }) {
  const { details: text } = useAccountsStaffText();
  const format = useFormat();
  if (phone === '') return text.none;
  const mobile = /^(?:\+?88)?(01\d{9})$/.exec(phone)?.[1];
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <span>{format.digits(phone)}</span>
      {mobile === undefined ? null : (
        <>
          <a href={`tel:+88${mobile}`} className={link}>
            {text.callPhone}
          </a>
          <a href={`https://wa.me/88${mobile}`} target="_blank" rel="noreferrer" className={link}>
            {text.whatsApp}
          </a>
        </>
      )}
    </span>
  );
}
