// When an outage stopped an order's clock: from when the order existed, except while it waited for its customer, which stops the clock too.

export interface Span {
  readonly from: Date;
  readonly to: Date;
}

const later = (one: Date, other: Date) => (one > other ? one : other);

const earlier = (one: Date, other: Date) => (one > other ? other : one);

/**
 * @param createdOn time before it doesn't count
 * @param waits periods in which the order waited for its customer, sorted and disjoint; `to` is null while it still waits
 * @returns the parts of the outage that no wait covers, sorted
 */
export function findOutagePauses(
  outage: Span,
  createdOn: Date,
  waits: readonly { readonly from: Date; readonly to: Date | null }[],
): Span[] {
  const spans: Span[] = [];
  let from = later(outage.from, createdOn);
  for (const wait of waits) {
    const to = earlier(wait.from, outage.to);
    if (to > from) spans.push({ from, to });
    if (wait.to === null) return spans;
    from = later(from, wait.to);
  }
  if (outage.to > from) spans.push({ from, to: outage.to });
  return spans;
}
