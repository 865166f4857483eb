// A link on a page that may be shown without the router.
import type { ComponentProps, MouseEvent } from 'react';
import { navigateTo } from '../lib/navigation.ts';

interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: '/' | '/login' | '/signup' | '/forgot-password';
}

const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

export function PageLink({ to, children, ...rest }: PageLinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        void navigateTo(to);
      }}
    >
      {children}
    </a>
  );
}
