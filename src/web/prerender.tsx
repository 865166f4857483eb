// Prerenders the front page at build time, so that its text is in the page before any script runs.
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { landingBn } from './areas/public/landing/landing-text-bn.ts';
import { publicServicesQuery } from './lib/api/queries.ts';
import { queryClient } from './lib/api/query.ts';
import { clearSession } from './lib/session.ts';
import { router } from './router.tsx';
import { uiBn } from './ui/text-bn.ts';

/** The parts that the server assembles: the page with a marker for the services, and one rendered service of each kind. */
interface FrontPageTexts {
  page: string;
  automatic: string;
  byStaff: string;
  priceFrom: string;
  free: string;
}

const sample = {
  code: 'A',
  name: '{name}',
  name_en: null,
  description: '{description}',
  description_en: null,
  price_from: '0',
};

/** @returns HTML of the front page as a guest sees it in Bengali, with `<!-- services -->` in place of the services */
export async function prerenderFrontPage(): Promise<FrontPageTexts> {
  clearSession();
  queryClient.setQueryData(publicServicesQuery().queryKey, [
    { ...sample, is_auto_service: true },
    { ...sample, code: 'B', is_auto_service: false },
  ]);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/'] }) });
  await router.load();
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const samples = html.match(/<li\b(?:(?!<li\b).)*?\{name\}.*?<\/li>/gs) ?? [];
  const [automatic, byStaff] = samples.map((item) => item.replace(uiBn.common.free, '{price}'));
  if (!automatic?.includes('{price}') || !byStaff?.includes('{price}'))
    throw new Error('the services of the front page were not drawn');
  return {
    // The router adds an inline script, which the page's CSP forbids.
    page: html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(samples.join(''), '<!-- services -->'),
    automatic,
    byStaff,
    priceFrom: landingBn.priceFrom('{price}'),
    free: uiBn.common.free,
  };
}
