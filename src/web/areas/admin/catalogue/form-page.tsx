// The owner's page for building the form of a service.
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { hasRight } from '#contract/access.ts';
import { FormBuilder } from '../../../features/catalogue/form-builder/form-builder.tsx';
import { formVersionsQuery, servicesQuery } from '../../../features/catalogue/queries.ts';
import { useCatalogueText } from '../../../features/catalogue/text.ts';
import { useServiceName } from '../../../lib/service-name.tsx';
import { useUser } from '../../../lib/session.ts';
import { button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Crumbs } from '../../../ui/frame/crumbs.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { SkeletonRows } from '../../../ui/states.tsx';
import { Card, PageHeading } from '../../../ui/surface.tsx';

export function ServiceFormPage() {
  const { id } = useParams({ from: '/admin/services/form/$id' });
  const words = useCatalogueText();
  const { forms: text, types } = words;
  useTitle(text.plain);
  const nameOf = useServiceName();
  const isNumber = /^\d{1,9}$/.test(id);
  const mayChange = hasRight(useUser().roles, 'services.manage');
  const services = useQuery(servicesQuery('all'));
  const versions = useQuery({ ...formVersionsQuery(Number(id)), enabled: isNumber && mayChange });
  const service = services.data?.find((one) => String(one.id) === id);
  if (!isNumber || !mayChange || (services.data && (!service || service.is_auto_service)))
    return (
      <Card>
        <h1 className="sr-only">{text.plain}</h1>
        <EmptyState title={mayChange ? text.missing : text.ownersOnly} icon={<ListChecks />}>
          <Link to="/admin/services" className={button()}>
            {types.back}
          </Link>
        </EmptyState>
      </Card>
    );
  // Loaded data stays, and with it the form being built.
  if ((services.isError && !services.data) || (versions.isError && !versions.data))
    return (
      <Card>
        <h1 className="sr-only">{text.plain}</h1>
        <ErrorState
          title={text.loadFailed}
          onRetry={() => {
            void services.refetch();
            void versions.refetch();
          }}
        />
      </Card>
    );
  if (!service || !versions.data)
    return (
      <>
        <h1 className="sr-only">{text.plain}</h1>
        <SkeletonRows rows={5} />
      </>
    );
  return (
    <>
      <Crumbs
        label={types.crumbs}
        above={[
          { to: '/admin', label: types.home },
          { to: '/admin/services', label: words.title },
        ]}
        current={nameOf(service)}
      />
      <PageHeading title={text.title(nameOf(service))} hint={text.hint} />
      <FormBuilder service={service} versions={versions.data.results} />
    </>
  );
}
