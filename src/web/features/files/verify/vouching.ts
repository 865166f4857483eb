// Who vouches for a document's content. That it is unchanged says nothing about that.
import type { Verification } from '#contract/files/calls.ts';

/** `shop`: a paper about money, which is the shop's own account of it. */
export type Vouching = 'registry' | 'partly' | 'copy' | 'nobody' | 'shop';

/** Money papers hold no personal record, so they have no sources and only one version. */
export const isMoneyPaper = (kind: string) => ['receipt', 'statement', 'report'].includes(kind);

export function vouchingOf({ kind, provenance }: Pick<Verification, 'kind' | 'provenance'>): Vouching {
  const { registry, extracted, customer } = provenance;
  if (isMoneyPaper(kind)) return 'shop';
  if (registry > 0) return extracted + customer === 0 ? 'registry' : 'partly';
  return extracted > 0 ? 'copy' : 'nobody';
}
