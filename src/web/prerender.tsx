// Draws the front page while the client is built, so that its text stands in the page before any script runs.
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { queryClient } from './lib/query.ts';
import { clearSession } from './lib/session.ts';
import { router } from './router.tsx';

/** @returns HTML of the front page as a guest sees it in Bengali; what is fetched live is still being waited for */
export async function prerenderFrontPage(): Promise<string> {
  clearSession();
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: ['/'] }) });
  await router.load();
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // The router adds a script of its own; the page takes none that stands in it.
  return html.replace(/<script\b[\s\S]*?<\/script>/g, '');
}
