// Login and sign-up as a first visit shows them, before the router is loaded.
import { StrictMode } from 'react';
import { LoginPage } from './areas/public/accounts/login-page.tsx';
import { SignUpPage } from './areas/public/accounts/sign-up-page.tsx';
import { PortalFrame } from './areas/public/portal-frame.tsx';
import { type Arrival, safeNext } from './lib/navigation.ts';

/** Shows the page of the URL; rendered again when that changes. */
export function EntryPages() {
  const { pathname, search } = window.location;
  const { opened } = (window.history.state ?? {}) as Arrival;
  return (
    <StrictMode>
      <PortalFrame>
        {pathname.startsWith('/signup') ? (
          <SignUpPage />
        ) : (
          <LoginPage next={safeNext(new URLSearchParams(search).get('next'))} opened={opened} />
        )}
      </PortalFrame>
    </StrictMode>
  );
}
