// The sub-types of a service: price, agent, time. The first one is added from the empty state.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Layers, Pencil, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { Service } from '#contract/catalogue/calls.ts';
import { formatDecimal } from '#contract/money.ts';
import { OfferDialog } from '../../../features/catalogue/offer-dialog.tsx';
import type { SubType } from '../../../features/catalogue/offer-form.ts';
import { priceOf } from '../../../features/catalogue/price-of.ts';
import { servicesQuery } from '../../../features/catalogue/queries.ts';
import { useCatalogueText } from '../../../features/catalogue/text.ts';
import { call } from '../../../lib/api/api.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { ServiceName, useServiceName } from '../../../lib/service-name.tsx';
import { useUser } from '../../../lib/session.ts';
import { Button, button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Crumbs } from '../../../ui/frame/crumbs.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { SkeletonRows } from '../../../ui/states.tsx';
import { Callout, Card, PageHeading } from '../../../ui/surface.tsx';

export function SubTypesPage() {
  const { id } = useParams({ from: '/admin/services/sub-types/$id' });
  const { types: text } = useCatalogueText();
  const { data, isPending, isError, refetch } = useQuery(servicesQuery('all'));
  useTitle(text.plain);
  useEffect(() => {
    if (isError) notify.error(text.failed);
  }, [isError, text.failed]);
  const service = data?.find((one) => String(one.id) === id);
  if (!/^\d{1,9}$/.test(id)) return <Missing words={text.noId} />;
  if (isError && !data)
    return (
      <Card>
        <h1 className="sr-only">{text.plain}</h1>
        <ErrorState title={text.failed} onRetry={() => void refetch()} />
      </Card>
    );
  if (isPending)
    return (
      <>
        <h1 className="sr-only">{text.plain}</h1>
        <SkeletonRows rows={4} />
      </>
    );
  if (!service) return <Missing words={text.noData} />;
  if (service.is_auto_service) return <Missing words={text.automatic} />;
  return <SubTypes service={service} />;
}

function Missing({ words }: { words: string }) {
  const { types: text } = useCatalogueText();
  return (
    <Card>
      <h1 className="sr-only">{text.plain}</h1>
      <EmptyState title={words} icon={<Layers />}>
        <Link to="/admin/services" className={button()}>
          {text.back}
        </Link>
      </EmptyState>
    </Card>
  );
}

/** Activates a new service, which starts out inactive; this is its last step. */
function SwitchOn({ service }: { service: Service }) {
  const { types: text } = useCatalogueText();
  const client = useQueryClient();
  const open = useMutation({
    mutationFn: () =>
      call('PATCH /account/services/:id/', {
        params: { id: service.id },
        body: { status: 'active', version: service.version },
      }),
    async onSuccess() {
      notify.success(text.opened);
      await client.prefetchQuery(servicesQuery('all'));
    },
    async onError(error) {
      notify.error(errorMessage(error, text.openFailed));
      await client.prefetchQuery(servicesQuery('all'));
    },
  });
  return (
    <Callout tone="warn" className="mb-4">
      <p>{text.closed}</p>
      {/* The original services have fields of their own. */}
      {service.created_by && service.form_version === undefined ? (
        <p className="mt-1">
          {text.asksNumber}{' '}
          <Link
            to="/admin/services/form/$id"
            params={{ id: String(service.id) }}
            className="text-accent-text underline underline-offset-4"
          >
            {text.toForm}
          </Link>
        </p>
      ) : null}
      <Button size="small" className="mt-2" busy={open.isPending} onClick={() => open.mutate()}>
        {text.open}
      </Button>
    </Callout>
  );
}

function SubTypes({ service }: { service: Service }) {
  const words = useCatalogueText();
  const { types: text } = words;
  const format = useFormat();
  const nameOf = useServiceName();
  const { roles } = useUser();
  const mayChange = hasRight(roles, 'services.manage');
  const [edited, setEdited] = useState<number | 'new'>();
  const editedNow: SubType | 'new' | undefined =
    edited === 'new' ? 'new' : service.sub_type.find((one) => one.id === edited);
  const add = (label: string) =>
    mayChange ? (
      <Button onClick={() => setEdited('new')}>
        <Plus className="size-5" aria-hidden="true" />
        {label}
      </Button>
    ) : null;
  return (
    <>
      <Crumbs
        label={text.crumbs}
        above={[
          { to: '/admin', label: text.home },
          { to: '/admin/services', label: words.title },
        ]}
        current={nameOf(service)}
      />
      <PageHeading title={text.title(nameOf(service))}>
        {service.sub_type.length > 0 ? add(text.add) : null}
      </PageHeading>
      {mayChange && service.status === 'inactive' && service.sub_type.length > 0 ? (
        <SwitchOn service={service} />
      ) : null}
      {service.sub_type.length === 0 ? (
        <Card>
          <EmptyState title={text.empty} hint={text.emptyHint} icon={<Layers />}>
            {add(text.addFirst)}
          </EmptyState>
        </Card>
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
          {service.sub_type.map((subType) => (
            <li
              key={subType.id}
              className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 shadow-card"
            >
              <h2 className="text-lg break-words">
                <ServiceName service={subType} />
              </h2>
              <p className="money text-xl font-bold">{format.taka(subType.price)}</p>
              <dl className="mt-2 grid grid-cols-[fit-content(55%)_1fr] gap-x-4 gap-y-0.5 text-sm">
                <dt className="text-muted">{text.whole}</dt>
                <dd className="money text-right">{format.taka(formatDecimal(priceOf(service, subType)))}</dd>
                <dt className="text-muted">{text.contact}</dt>
                <dd className="min-w-0 text-right break-words">
                  {subType.agent_contact ? format.digits(subType.agent_contact) : text.notAssigned}
                </dd>
                <dt className="text-muted">{words.workingHours}</dt>
                <dd className="min-w-0 text-right break-words">
                  {subType.working_hours === null
                    ? words.asService
                    : words.hours(format.digits(subType.working_hours))}
                </dd>
              </dl>
              {mayChange ? (
                <div className="mt-auto pt-3">
                  <Button variant="quiet" size="small" onClick={() => setEdited(subType.id)}>
                    <Pencil className="size-4" aria-hidden="true" />
                    {text.edit}
                    <span className="sr-only">
                      : <ServiceName service={subType} />
                    </span>
                  </Button>
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {editedNow ? (
        <OfferDialog service={service} subType={editedNow} onClose={() => setEdited(undefined)} />
      ) : null}
    </>
  );
}
