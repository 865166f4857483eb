// When an outage stopped the clock of an order: while the order was there and did not wait for its customer, who stops it too.

export interface Span {
  readonly from: Date;
  readonly to: Date;
}

const later = (one: Date, other: Date) => (one > other ? one : other);

const earlier = (one: Date, other: Date) => (one > other ? other : one);

/**
 * @param outage from its beginning to its end
 * @param createdOn nothing before it counts
 * @param waits times in which the order waited for its customer, in order and apart; `to` null: it still waits
 * @returns the parts of the outage that no wait covers, in order
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
