// Whether the books balance: discreet if they do, prominent if they do not.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BookCheck, BookX, ShieldQuestion } from 'lucide-react';
import { hasRight } from '#contract/access.ts';
import type { Books } from '#contract/reports/book-calls.ts';
import { call } from '../../lib/api/api.ts';
import { errorMessage } from '../../lib/api/api-error.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Card } from '../../ui/surface.tsx';
import { booksQuery } from '../reports/queries.ts';
import { useWalletStaffText } from './staff-text.ts';

const stateStyles = {
  balanced: { icon: BookCheck, className: 'border-good bg-good-soft', colour: 'text-good' },
  wrong: { icon: BookX, className: 'border-bad bg-bad-soft', colour: 'text-bad' },
  never: { icon: ShieldQuestion, className: 'border-line-strong bg-sunken', colour: 'text-muted' },
} as const satisfies Record<Books['state'], unknown>;

export function BooksCard() {
  const { books: text } = useWalletStaffText();
  const { roles } = useUser();
  const client = useQueryClient();
  const { data, isPending, isError, refetch } = useQuery(booksQuery());
  const audit = useMutation({
    mutationFn: () => call('POST /account/books/audit/'),
    onSuccess(books) {
      client.setQueryData(booksQuery().queryKey, books);
      if (books.state === 'balanced') notify.success(text.checked);
      else notify.error(text.wrong);
    },
    onError: (error) => notify.error(errorMessage(error, text.checkFailed)),
  });
  return (
    <Card
      title={text.title}
      aside={
        hasRight(roles, 'wallets.move') ? (
          <Button variant="quiet" size="small" busy={audit.isPending} onClick={() => audit.mutate()}>
            {text.check}
          </Button>
        ) : undefined
      }
    >
      {isError ? (
        <ErrorState title={text.failed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeleton className="h-20" />
      ) : (
        <Result books={data} />
      )}
    </Card>
  );
}

function Result({ books }: { books: Books }) {
  const { books: text } = useWalletStaffText();
  const format = useFormat();
  const { icon: Icon, className, colour } = stateStyles[books.state];
  const accountName = (account: string) => {
    const wallet = /^wallet:(\d+)$/.exec(account)?.[1];
    return account === '*' ? text.frozenAll : wallet ? text.wallet(format.digits(wallet)) : account;
  };
  const placeName = (where: string) => {
    const [kind, id = ''] = where.split(':', 2);
    if (kind === 'transfer' || kind === 'order' || kind === 'count')
      return text.places[kind](format.digits(id));
    if (kind === 'payment') return text.places.payment(id);
    return where === 'books' ? text.places.books : accountName(where);
  };
  // A rule of a newer server has no translation here.
  const ruleNames: Readonly<Record<string, string>> = text.ruleNames;
  return (
    <div
      role={books.state === 'wrong' ? 'alert' : 'status'}
      className={`flex gap-4 rounded-lg border-2 p-4 ${className}`}
    >
      <Icon className={`size-10 shrink-0 ${colour}`} strokeWidth={1.6} aria-hidden="true" />
      <div className="min-w-0">
        <p className={`text-lg font-semibold ${colour}`}>{text[books.state]}</p>
        <p>
          {books.state === 'never'
            ? text.neverText
            : books.state === 'wrong'
              ? text.findings(format.count(books.findings))
              : text.rules(format.count(books.rules))}
        </p>
        {books.audited_at ? (
          <p className="text-sm text-muted">{text.at(format.dateTime(books.audited_at))}</p>
        ) : null}
        {books.shown.length > 0 ? (
          <ul className="mt-2 list-inside list-disc text-sm">
            {books.shown.slice(0, 10).map((finding) => (
              <li key={`${finding.rule} ${finding.where}`} className="break-words">
                {placeName(finding.where)}: {ruleNames[finding.rule] ?? finding.rule}
                <span className="block pl-5 text-muted" lang="en">
                  {finding.detail}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        {books.frozen.length > 0 ? (
          <>
            <p className="mt-2 font-medium">{text.frozen}</p>
            <ul className="list-inside list-disc text-sm">
              {books.frozen.slice(0, 10).map((frozen) => (
                <li key={frozen.account}>{accountName(frozen.account)}</li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </div>
  );
}
