// The selected orders on paper, as a list with boxes to tick. Numbers stay masked, as in the list on the screen.
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { Order } from '#contract/orders/calls.ts';
import { useFormat } from '../../../lib/format.ts';
import { ServiceName } from '../../../lib/service-name.tsx';
import { SheetLine } from '../../../ui/frame/sheet-line.tsx';
import { useOrdersStaffText } from '../staff/text.ts';
import { useOrdersText } from '../text.ts';

/** Prints only the sheet: the content below it would be printed as empty pages. */
const onlyTheSheet = `
  @media screen { .marked-sheet { display: none } }
  @media print {
    body > :not(.marked-sheet) { display: none }
    .marked-sheet tr { break-inside: avoid }
    .marked-sheet table { font-size: 8.5pt; line-height: 1.35 }
    .marked-sheet td:not(:first-child) { overflow-wrap: anywhere }
  }
`;
const cell = 'border border-line px-1 py-0.5 text-left align-top';

interface SheetProps {
  orders: readonly Order[];
  onPrinted: () => void;
}

export default function SelectionSheet({ orders, onPrinted }: SheetProps) {
  const { marks: text } = useOrdersStaffText();
  const { columns } = useOrdersText();
  const format = useFormat();
  const latest = useRef(onPrinted);
  latest.current = onPrinted;
  useEffect(() => {
    const over = () => latest.current();
    window.addEventListener('afterprint', over);
    window.print();
    return () => window.removeEventListener('afterprint', over);
  }, []);
  const heads = [columns.id, columns.service, columns.customer, columns.number, columns.date, text.dueAt];
  return createPortal(
    <div className="marked-sheet text-sm" data-testid="marked-sheet">
      <style>{onlyTheSheet}</style>
      <SheetLine parts={[text.sheet, text.count(format.count(orders.length))]} />
      <table className="w-full border-collapse">
        <thead>
          <tr>
            {[...heads, text.done].map((head) => (
              <th key={head} scope="col" className={cell}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td className={cell}>{format.digits(order.id)}</td>
              <td className={cell}>
                <ServiceName service={order.service} /> · <ServiceName service={order.sub_type} />
              </td>
              <td className={cell}>{shownNameOf(order.user)}</td>
              <td className={cell}>
                {order.name ? `${order.name} · ` : ''}
                {format.digits(
                  order.nid_or_form_num_or_for_biometric_or_location || order.ten_digit_nid || '—',
                )}
              </td>
              <td className={cell}>{format.dateTime(order.created_on)}</td>
              <td className={cell}>{format.dateTime(order.due_on)}</td>
              <td className={cell}>☐</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}
