// The frame of every page, with or without the router: the sandbox ribbon, the toasts, and the state of the connection.
import { type ReactNode, useEffect } from 'react';
import { call } from '../../lib/api/api.ts';
import { ConnectionBar } from '../../ui/frame/connection-bar.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { usePublicText } from './text.ts';

/** The server writes it into the page (`data-sandbox`) to avoid a layout shift; a page served from elsewhere requests it. */
function useSandbox(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (dataset.sandbox === undefined)
      call('GET /sandbox/status/').then(
        ({ sandbox }) => {
          dataset.sandbox = sandbox ? 'on' : 'off';
        },
        () => undefined,
      );
  }, []);
}

export function PortalFrame({ children }: { children: ReactNode }) {
  const text = usePublicText();
  useSandbox();
  return (
    <>
      <aside
        aria-label={text.sandboxLabel}
        className="sandbox-ribbon no-print sticky top-0 z-40 min-h-8 truncate bg-warn-soft px-3 text-center text-sm leading-8 text-warn cramped:static cramped:whitespace-normal"
      >
        {text.sandbox}
      </aside>
      {children}
      <Toaster />
      <ConnectionBar />
    </>
  );
}
