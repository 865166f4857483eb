// Recharges of all customers as rows and cards of a list.
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { Transaction } from '#contract/wallet/calls.ts';
import { wayNames } from '#contract/wallet/ways.ts';
import { paisaOf, useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { EmailText } from '../../ui/email-text.tsx';
import type { RowsProps } from '../../ui/list/list.tsx';
import { PersonCell, PersonLink } from '../../ui/list/person-cell.tsx';
import { When } from '../../ui/list/table.tsx';
import { Badge } from '../../ui/surface.tsx';
import { useProviderName } from '../payments/providers.ts';
import { ReceiptButton } from './receipt-button.tsx';
import { useWalletStaffText } from './staff-text.ts';
import { useWalletText } from './text.ts';
import { TransactionStatus } from './transaction-list.tsx';

export const rechargeStatuses = ['accepted', 'pending', 'rejected'] as const;

const nameOf = ({ user }: Transaction) => shownNameOf(user);

/** Specification 3: the value Admin is shown as admin, anything else as self. */
function Method({ row }: { row: Transaction }) {
  const { recharges: text } = useWalletStaffText();
  const language = useLanguage();
  const providerName = useProviderName();
  const format = useFormat();
  // The number on the printed receipt.
  const number = row.reference || format.digits(row.movement_number ?? '');
  return row.payment_method === 'Admin' ? (
    <>
      {text.byAdmin} <span className="text-sm text-muted">· {wayNames[row.way ?? 'cash'][language]}</span>
      {number === '' ? null : (
        <span className="block text-sm wrap-anywhere text-muted md:max-xl:text-xs">{number}</span>
      )}
    </>
  ) : (
    <>
      {text.bySelf} <span className="text-sm text-muted">· {providerName(row.payment_method)}</span>
    </>
  );
}

export function useRechargeRows(): RowsProps<Transaction> {
  const { recharges: text } = useWalletStaffText();
  const { papers, recharge } = useWalletText();
  const format = useFormat();
  // The reversal of a recharge is listed on its own day, so that the rows of a day add up to its deposits.
  const status = (row: Transaction) =>
    row.reverses ? (
      <Badge tone="warn">{recharge.corrections[row.reverses]}</Badge>
    ) : (
      <TransactionStatus item={row} />
    );
  const amountOf = ({ amount, reverses }: Transaction) => format.taka(reverses ? -paisaOf(amount) : amount);
  return {
    label: text.title,
    wide: true,
    fits: true,
    keyOf: ({ id }) => id,
    columns: [
      {
        head: text.columns.user,
        className: 'max-w-56 min-w-28 break-words xl:min-w-44',
        cell: (row) => (
          <>
            <PersonCell id={row.user.id} name={nameOf(row)} email={row.user.username} />
            {row.note === '' ? null : <span className="block text-sm">{text.note(row.note)}</span>}
          </>
        ),
      },
      {
        head: text.columns.amount,
        end: true,
        cell: (row) => (
          <>
            {amountOf(row)}
            {row.bonus === '0.00' ? null : (
              <span className="block text-sm text-good xl:hidden">
                {text.columns.bonus} {format.taka(row.bonus)}
              </span>
            )}
          </>
        ),
      },
      {
        head: text.columns.bonus,
        wideOnly: true,
        end: true,
        cell: ({ bonus }) => (bonus === '0.00' ? '—' : format.taka(bonus)),
      },
      {
        head: text.columns.number,
        wideOnly: true,
        headClassName: 'pl-4',
        className: 'pl-4 tabular-nums',
        cell: ({ number }) => (number === '' ? '—' : format.digits(number)),
      },
      {
        head: text.columns.method,
        cell: (row) => (
          <>
            <Method row={row} />
            {row.number === '' ? null : (
              <span className="block text-sm text-muted tabular-nums xl:hidden">
                {format.digits(row.number)}
              </span>
            )}
          </>
        ),
      },
      { head: text.columns.status, cell: status },
      { head: text.columns.date, cell: (row) => <When at={row.created_at} /> },
      {
        head: papers.receipt,
        unseen: true,
        cell: (row) => <ReceiptButton transaction={row} isNarrow="tablet" />,
      },
    ],
    card: (row) => (
      <>
        <div className="flex items-baseline justify-between gap-x-3">
          <div className="min-w-0 grow">
            <PersonLink id={row.user.id} name={nameOf(row)} />
            <p className="text-sm text-muted">
              <EmailText email={row.user.username} />
            </p>
          </div>
          {status(row)}
        </div>
        <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="money text-lg font-semibold">{amountOf(row)}</span>
          {row.bonus === '0.00' ? null : (
            <span className="text-sm text-good">
              {text.columns.bonus} <span className="money">{format.taka(row.bonus)}</span>
            </span>
          )}
        </div>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
          <span>
            <Method row={row} />
            {row.number === '' ? '' : ` · ${format.digits(row.number)}`}
            <span className="block">{format.dateTime(row.created_at)}</span>
          </span>
          <ReceiptButton transaction={row} />
        </div>
        {row.note === '' ? null : <p className="mt-1 text-sm break-words">{text.note(row.note)}</p>}
      </>
    ),
  };
}
