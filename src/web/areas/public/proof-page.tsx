// What the shop promises, and how each promise is proven, for anybody who wants to know.
import { useQuery } from '@tanstack/react-query';
import type { Standing } from '#contract/proof/results.ts';
import { PromiseCard, standingTones } from '../../features/proof/promise-card.tsx';
import { sourcesQuery } from '../../features/proof/queries.ts';
import { proofRows } from '../../features/proof/recorded.ts';
import { useProofText } from '../../features/proof/text.ts';
import { useFormat } from '../../lib/format.ts';
import { useTitle } from '../../ui/frame/title.ts';
import { Badge, Callout, PageHeading } from '../../ui/surface.tsx';
import { PublicHeader } from './public-header.tsx';

const standings: readonly Standing[] = ['proven', 'partly', 'broken', 'unproven'];

export function ProofPage() {
  const text = useProofText();
  const format = useFormat();
  const { data: sources } = useQuery(sourcesQuery());
  useTitle(text.title);
  const rows = proofRows.map((row) => ({
    ...row,
    isOlder:
      row.result !== undefined &&
      (row.result.release !== __APP_VERSION__ || (sources != null && sources !== row.result.sources)),
  }));
  return (
    <div className="mx-auto flex min-h-[calc(100dvh-var(--ribbon))] w-full max-w-4xl flex-col px-4 sm:px-6">
      <PublicHeader />
      <main className="grow py-6">
        <PageHeading title={text.title} hint={text.intro} />
        <p className="mb-4 flex flex-wrap gap-2">
          {standings.map((standing) => {
            const count = rows.filter((row) => row.standing === standing).length;
            if (count === 0) return null;
            return (
              <Badge key={standing} tone={standingTones[standing]}>
                {text.count(text.standing[standing], format.count(count))}
              </Badge>
            );
          })}
        </p>
        {rows.some(({ isOlder }) => isOlder) ? (
          <Callout tone="warn" className="mb-4">
            {text.older}
          </Callout>
        ) : null}
        <ul className="space-y-3">
          {rows.map((row) => (
            <PromiseCard key={row.promise.id} {...row} />
          ))}
        </ul>
      </main>
    </div>
  );
}
