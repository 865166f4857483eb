// All services as cards: price, state, who created and changed them; an owner edits and reorders them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDownUp, History, Layers, ListChecks, Pencil, Plus } from 'lucide-react';
import { useEffect, useState, useTransition } from 'react';
import { hasRight } from '#contract/access.ts';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { Service } from '#contract/catalogue/calls.ts';
import { ArrangeList } from '../../../features/catalogue/arrange-list.tsx';
import { NewServiceDialog } from '../../../features/catalogue/new-service-dialog.tsx';
import { OfferDialog } from '../../../features/catalogue/offer-dialog.tsx';
import { OutageSwitch } from '../../../features/catalogue/outage-switch.tsx';
import { servicesQuery } from '../../../features/catalogue/queries.ts';
import { ServiceHistory } from '../../../features/catalogue/service-history.tsx';
import { useCatalogueText } from '../../../features/catalogue/text.ts';
import { useOutagesText } from '../../../features/outages/text.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { ServiceName } from '../../../lib/service-name.tsx';
import { useUser } from '../../../lib/session.ts';
import { Button, button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { SkeletonRows } from '../../../ui/states.tsx';
import { Badge, Card, PageHeading } from '../../../ui/surface.tsx';
import { useUiText } from '../../../ui/text.ts';

export function ServicesPage() {
  const text = useCatalogueText();
  const { roles } = useUser();
  const mayChange = hasRight(roles, 'services.manage');
  const mayWork = hasRight(roles, 'orders.work');
  const { data, isPending, isError, refetch } = useQuery(servicesQuery('all'));
  const [edited, setEdited] = useState<number>();
  const [viewed, setViewed] = useState<number>();
  const [arranged, setArranged] = useState<readonly Service[]>();
  const [isAdding, setAdding] = useState(false);
  const [isComing, startArranging] = useTransition();
  useTitle(text.title);
  useEffect(() => {
    if (isError) notify.error(text.failed);
  }, [isError, text.failed]);
  const byId = (id: number | undefined) => data?.find((service) => service.id === id);
  const [editedNow, viewedNow] = [byId(edited), byId(viewed)];
  return (
    <>
      <PageHeading title={text.title} hint={text.hint}>
        {mayChange && data && !arranged ? (
          <>
            <Button variant="quiet" busy={isComing} onClick={() => startArranging(() => setArranged(data))}>
              <ArrowDownUp className="size-5" aria-hidden="true" />
              {text.arrange}
            </Button>
            <Button onClick={() => setAdding(true)}>
              <Plus className="size-5" aria-hidden="true" />
              {text.addService}
            </Button>
          </>
        ) : null}
      </PageHeading>
      {isError && !data ? (
        <Card>
          <ErrorState title={text.failed} onRetry={() => void refetch()} />
        </Card>
      ) : isPending ? (
        <SkeletonRows rows={6} />
      ) : arranged ? (
        <Arranging services={arranged} onEnd={() => setArranged(undefined)} />
      ) : data?.length === 0 ? (
        <Card>
          <EmptyState title={text.empty} />
        </Card>
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
          {data?.map((service) => (
            <ServiceCard
              key={service.id}
              service={service}
              mayChange={mayChange}
              mayWork={mayWork}
              onUpdate={() => setEdited(service.id)}
              onHistory={() => setViewed(service.id)}
            />
          ))}
        </ul>
      )}
      {editedNow ? <OfferDialog service={editedNow} onClose={() => setEdited(undefined)} /> : null}
      {isAdding ? <NewServiceDialog onClose={() => setAdding(false)} /> : null}
      {viewedNow ? (
        <ServiceHistory service={viewedNow} mayChange={mayChange} onClose={() => setViewed(undefined)} />
      ) : null}
    </>
  );
}

function Arranging({ services, onEnd }: { services: readonly Service[]; onEnd: () => void }) {
  const text = useCatalogueText();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (ids: number[]) =>
      call('PUT /account/services/arrangement/', { body: { ids, seen: services.map(({ id }) => id) } }),
    async onSuccess() {
      notify.success(text.arranged);
      await client.prefetchQuery(servicesQuery('all'));
      onEnd();
    },
    async onError(error) {
      notify.error(errorMessage(error, text.arrangeFailed));
      // A refusal means that the list has changed since it was loaded; after a lost connection it can be sent again.
      if (!(error instanceof ApiError) || error.status >= 500) return;
      await client.prefetchQuery(servicesQuery('all'));
      onEnd();
    },
  });
  return (
    <ArrangeList
      services={services}
      busy={save.isPending}
      onSave={(ids) => save.mutate(ids)}
      onCancel={onEnd}
    />
  );
}

interface ServiceCardProps {
  service: Service;
  mayChange: boolean;
  /** Whether the user may report that the server of a service is down. */
  mayWork: boolean;
  onUpdate: () => void;
  onHistory: () => void;
}

function ServiceCard({ service, mayChange, mayWork, onUpdate, onHistory }: ServiceCardProps) {
  const outages = useOutagesText();
  const text = useCatalogueText();
  const common = useUiText().common;
  const format = useFormat();
  const nameOf = (person: Service['created_by']) => (person ? shownNameOf(person) : text.system);
  const isFree = Number(service.charge) === 0;
  const facts = [
    [text.code, service.code],
    [
      text.workingHours,
      service.is_auto_service ? text.automatic : text.hours(format.digits(service.working_hours)),
    ],
    [text.createdBy, nameOf(service.created_by)],
    [text.created, format.dateTime(service.created_on ?? null)],
    [text.updatedBy, nameOf(service.updated_by)],
    [text.updated, format.dateTime(service.updated_on ?? null)],
  ] as const;
  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-lg break-words">
          <ServiceName service={service} />
        </h2>
        <span className="flex flex-wrap justify-end gap-1">
          {service.outage ? <Badge tone="warn">{outages.down}</Badge> : null}
          <Badge tone={service.status === 'active' ? 'good' : 'bad'}>
            {service.status === 'active' ? text.active : text.inactive}
          </Badge>
        </span>
      </div>
      <p className="mt-1">
        {isFree ? (
          <Badge tone="accent">{text.free}</Badge>
        ) : (
          <span className="money text-xl font-bold">
            {format.wholeTaka(Math.round(Number(service.charge)))} {common.taka}
          </span>
        )}
      </p>
      <dl className="mt-3 space-y-0.5 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="shrink-0 text-muted">{label}</dt>
            <dd className="min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-auto flex flex-wrap gap-2 pt-4">
        {mayChange ? (
          <Button size="small" onClick={onUpdate}>
            <Pencil className="size-4" aria-hidden="true" />
            {text.update}
            <span className="sr-only">
              : <ServiceName service={service} />
            </span>
          </Button>
        ) : null}
        {service.is_auto_service ? null : (
          <Link
            to="/admin/services/sub-types/$id"
            params={{ id: String(service.id) }}
            className={button({ variant: 'quiet', size: 'small' })}
          >
            <Layers className="size-4" aria-hidden="true" />
            {text.subTypes}
            <span className="sr-only">
              : <ServiceName service={service} />
            </span>
          </Link>
        )}
        {mayWork ? <OutageSwitch service={service} /> : null}
        {mayChange && !service.is_auto_service ? (
          <Link
            to="/admin/services/form/$id"
            params={{ id: String(service.id) }}
            className={button({ variant: 'quiet', size: 'small' })}
          >
            <ListChecks className="size-4" aria-hidden="true" />
            {text.forms.open}
            <span className="sr-only">
              : <ServiceName service={service} />
            </span>
          </Link>
        ) : null}
        <Button variant="bare" size="small" onClick={onHistory}>
          <History className="size-4" aria-hidden="true" />
          {text.history}
          <span className="sr-only">
            : <ServiceName service={service} />
          </span>
        </Button>
      </div>
    </li>
  );
}
