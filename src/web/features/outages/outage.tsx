// What customers and staff read while the external server of a service is down.
import { useQuery } from '@tanstack/react-query';
import type { Service } from '#contract/catalogue/calls.ts';
import { useFormat } from '../../lib/format.ts';
import { Callout } from '../../ui/surface.tsx';
import { serviceStatusQuery } from '../catalogue/queries.ts';
import { useOutagesText } from './text.ts';

type Outage = Service['outage'];

/** Returns the outage of a service, or null if there is none or it is not known yet. */
export function useOutage(serviceId: number | undefined): Outage {
  const { data } = useQuery({ ...serviceStatusQuery(), enabled: serviceId !== undefined });
  return data?.find(({ id }) => id === serviceId)?.outage ?? null;
}

/** @param kind what the user is about to do, or has done */
export function OutageCallout({ outage, kind }: { outage: Outage; kind: 'order' | 'automatic' | 'placed' }) {
  const text = useOutagesText();
  const format = useFormat();
  if (!outage) return null;
  return (
    <Callout tone="warn" role="status" className="mb-4">
      <p className="font-medium">{text.since(format.dateTime(outage.since))}</p>
      {outage.reason ? <p className="break-words">{outage.reason}</p> : null}
      <p>{text.means[kind]}</p>
    </Callout>
  );
}
