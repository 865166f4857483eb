// Scheduled prices of a service, and its history of changes.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Service } from '#contract/catalogue/calls.ts';
import type { PriceChange, ServiceChange } from '#contract/catalogue/change-calls.ts';
import { call } from '../../lib/api/api.ts';
import { errorMessage } from '../../lib/api/api-error.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useServiceName } from '../../lib/service-name.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pagination } from '../../ui/list/pagination.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { priceChangesQuery, serviceHistoryQuery } from './queries.ts';
import { useCatalogueText } from './text.ts';

const pageSize = 20;

interface ServiceHistoryProps {
  service: Service;
  mayChange: boolean;
  onClose: () => void;
}

export function ServiceHistory({ service, mayChange, onClose }: ServiceHistoryProps) {
  const { past: text } = useCatalogueText();
  const nameOf = useServiceName();
  const [page, setPage] = useState(1);
  const history = useQuery(serviceHistoryQuery(service.id, page));
  const planned = useQuery(priceChangesQuery(service.id));
  const again = () => {
    void history.refetch();
    void planned.refetch();
  };
  return (
    <Dialog open onClose={onClose} title={text.title(nameOf(service))} size="wide">
      {history.isError || planned.isError ? (
        <ErrorState title={text.failed} onRetry={again} />
      ) : history.isPending || planned.isPending ? (
        <SkeletonRows rows={4} className="mt-4" />
      ) : (
        <>
          <h3 className="mt-4 font-medium">{text.planned}</h3>
          {planned.data.count === 0 ? (
            <p className="text-muted">{text.nonePlanned}</p>
          ) : (
            <ul className="divide-y divide-line">
              {planned.data.results.map((change) => (
                <Planned key={change.id} change={change} mayChange={mayChange} />
              ))}
            </ul>
          )}
          <h3 className="mt-5 font-medium">{text.changes}</h3>
          {history.data.count === 0 ? (
            <EmptyState title={text.none} />
          ) : (
            <>
              <ol className="divide-y divide-line">
                {history.data.results.map((change) => (
                  <Past key={change.id} change={change} />
                ))}
              </ol>
              <Pagination page={page} pageSize={pageSize} count={history.data.count} onPage={setPage} />
            </>
          )}
        </>
      )}
    </Dialog>
  );
}

function Planned({ change, mayChange }: { change: PriceChange; mayChange: boolean }) {
  const { past: text } = useCatalogueText();
  const format = useFormat();
  const cancel = useMutation({
    mutationFn: () => call('DELETE /account/services/price-changes/:id/', { params: { id: change.id } }),
    onSuccess: () => notify.success(text.cancelled),
    onError: (error) => notify.error(errorMessage(error, text.cancelFailed)),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <div className="min-w-0">
        <p className="break-words">
          {change.sub_type?.name ?? text.itself}: <b>{format.taka(change.price)}</b>{' '}
          {text.from(format.date(change.from))}
        </p>
        <p className="text-sm text-muted">{change.by.name}</p>
      </div>
      {mayChange ? (
        <Button variant="dangerQuiet" size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {text.cancel}
        </Button>
      ) : null}
    </li>
  );
}

function Past({ change }: { change: ServiceChange }) {
  const words = useCatalogueText();
  const { past: text } = words;
  const format = useFormat();
  const show = (name: string, value: string | number | undefined): string => {
    if (value === undefined || value === '') return text.nothing;
    if (name === 'charge' || name === 'price') return format.taka(value);
    if (name === 'from') return format.date(String(value));
    if (name === 'status') return value === 'active' ? words.active : words.inactive;
    return name === 'working_hours' ? words.hours(format.digits(value)) : format.digits(value);
  };
  const fields: Readonly<Record<string, string>> = text.fields;
  const names = [...new Set([...Object.keys(change.before), ...Object.keys(change.after)])];
  return (
    <li className="py-3">
      <p className="break-words">
        <span className="font-medium">{text.what[change.what]}</span>
        {change.sub_type ? <span className="text-muted"> · {change.sub_type}</span> : null}
      </p>
      <ul>
        {names.map((name) => (
          <li key={name} className="break-words">
            {fields[name] ?? name}:{' '}
            {name in change.before && name in change.after
              ? `${show(name, change.before[name])} → ${show(name, change.after[name])}`
              : show(name, change.after[name] ?? change.before[name])}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{text.by(change.by.name, format.dateTime(change.at))}</p>
    </li>
  );
}
