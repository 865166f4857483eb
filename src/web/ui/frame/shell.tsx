// The frame of the portal and of the back office: a collapsible sidebar, a header, the page, a footer.
import { Link, type LinkProps, useRouterState } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Menu, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useIsAccessDenied } from '../../lib/api/access-denied.ts';
import { useFormat } from '../../lib/format.ts';
import { useMedia, wide } from '../../lib/media.ts';
import { readStored, writeStored } from '../../lib/storage/stored.ts';
import { button } from '../button.tsx';
import { Sheet } from '../dialog.tsx';
import { useConnectionBarDetails } from '../list/age.ts';
import { Callout } from '../surface.tsx';
import { useUiText } from '../text.ts';
import { useBlockOfflineLinks } from './block-offline-links.ts';
import { Brand } from './brand.tsx';

interface ShellLink {
  to: NonNullable<LinkProps['to']>;
  label: string;
  icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>;
  /** Marks the link as current on this exact path only, not below it. */
  exact?: boolean;
  /** The link is also current below this path. */
  covers?: string;
  /** How many items wait there; zero is not shown. */
  count?: number | undefined;
}

interface ShellSection {
  title: string;
  links: readonly ShellLink[];
}

interface ShellProps {
  sections: readonly ShellSection[];
  /** The storage key that remembers whether the sidebar is folded. */
  memory: string;
  widths: { folded: string; open: string };
  labels: { collapse: string; expand: string; openMenu: string; menu: string };
  version: string;
  header: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}

/** As the user left it; by default folded on a tablet, where tables need the room. */
const isInitiallyFolded = (memory: string) =>
  (readStored(memory) ?? (globalThis.innerWidth < 1024 ? 'folded' : 'open')) === 'folded';

export function Shell({ sections, memory, widths, labels, version, header, footer, children }: ShellProps) {
  const text = useUiText();
  useConnectionBarDetails();
  useBlockOfflineLinks();
  const [folded, setFolded] = useState(() => isInitiallyFolded(memory));
  const [drawer, setDrawer] = useState(false);
  // On a phone the links of the menu are rendered only when it is opened.
  const isWide = useMedia(wide);
  const address = useRouterState({ select: (state) => state.location.pathname });
  const isDenied = useIsAccessDenied(address);

  const fold = (isFolded: boolean) => {
    setFolded(isFolded);
    writeStored(memory, isFolded ? 'folded' : 'open');
  };
  const toggle = useRef(() => {});
  toggle.current = () => (isWide ? fold(!folded) : setDrawer(!drawer));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(() => setDrawer(false), [address]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!event.ctrlKey || event.code !== 'KeyB' || event.altKey || event.shiftKey) return;
      event.preventDefault();
      toggle.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <div className="flex min-h-[calc(100dvh-var(--ribbon))]">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface focus:p-3"
      >
        {text.common.skipToContent}
      </a>
      {isWide ? (
        <MenuBeside {...{ sections, widths, labels, version, folded }} onFold={() => fold(!folded)} />
      ) : null}
      <Sheet
        open={drawer && !isWide}
        onClose={() => setDrawer(false)}
        title={labels.menu}
        side="left"
        showTitle={false}
      >
        <div className="flex h-16 shrink-0 items-center px-4">
          <Link to="/" className="flex min-h-11 min-w-11 items-center justify-center rounded-md">
            <Brand />
          </Link>
        </div>
        <SideLinks sections={sections} folded={false} label={labels.menu} />
        <div className="mt-auto border-t border-line px-4 py-3">
          <Version version={version} folded={false} />
        </div>
      </Sheet>
      <div className="flex min-w-0 grow flex-col">
        <header className="no-print sticky top-[var(--ribbon)] z-30 flex min-h-16 items-center gap-1 border-b border-line bg-paper px-2 cramped:static cramped:flex-wrap cramped:py-2 sm:gap-2 sm:px-6">
          <button
            type="button"
            className={button({ variant: 'bare', size: 'icon', className: 'md:hidden' })}
            aria-label={labels.openMenu}
            onClick={() => setDrawer(true)}
          >
            <Menu className="size-6" aria-hidden="true" />
          </button>
          {header}
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-6xl grow px-4 cramped:px-[0.5rem] has-[[data-wide]]:max-w-[112rem] has-[[data-wide]]:lg:py-5 py-6 outline-none sm:px-6 sm:py-8"
        >
          {isDenied ? (
            <Callout tone="warn" role="alert" className="mb-4">
              {text.common.pageDenied}
            </Callout>
          ) : null}
          {children}
        </main>
        {/* Hidden until the page is complete: it would move with what is loaded above it. */}
        <footer className="no-print [main:has(.shimmer)+&]:hidden border-t border-line px-4 py-4 text-center text-sm text-muted">
          {footer}
        </footer>
      </div>
    </div>
  );
}

interface MenuBesideProps extends Pick<ShellProps, 'sections' | 'widths' | 'labels' | 'version'> {
  folded: boolean;
  onFold: () => void;
}

function MenuBeside({ sections, widths, labels, version, folded, onFold }: MenuBesideProps) {
  const [Icon, action] = folded ? [PanelLeftOpen, labels.expand] : [PanelLeftClose, labels.collapse];
  return (
    <aside
      className="no-print sticky top-[var(--ribbon)] hidden h-[calc(100dvh-var(--ribbon))] shrink-0 flex-col border-r border-line bg-surface transition-[width] duration-150 md:flex"
      style={{ width: folded ? widths.folded : widths.open }}
    >
      <div className={clsx('flex h-16 shrink-0 items-center', folded ? 'justify-center' : 'px-4')}>
        <Link to="/" className="flex min-h-11 min-w-11 items-center justify-center rounded-md">
          <Brand hideName={folded} />
        </Link>
      </div>
      <SideLinks sections={sections} folded={folded} label={labels.menu} />
      <div
        className={clsx(
          'mt-auto flex items-center border-t border-line p-2',
          folded ? 'flex-col' : 'justify-between pl-4',
        )}
      >
        <Version version={version} folded={folded} />
        <button
          type="button"
          className={button({ variant: 'bare', size: 'icon' })}
          aria-label={action}
          aria-expanded={!folded}
          title={`${action} (Ctrl+B)`}
          onClick={onFold}
        >
          <Icon className="size-5" aria-hidden="true" />
        </button>
      </div>
    </aside>
  );
}

function Version({ version, folded }: { version: string; folded: boolean }) {
  const text = useUiText();
  const format = useFormat();
  return (
    <span className="text-sm text-muted" title={text.common.version(version)}>
      {folded ? format.digits(version) : text.common.version(format.digits(version))}
    </span>
  );
}

function SideLinks({
  sections,
  folded,
  label,
}: {
  sections: readonly ShellSection[];
  folded: boolean;
  label: string;
}) {
  const format = useFormat();
  const nav = useRef<HTMLElement>(null);
  const address = useRouterState({ select: (state) => state.location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another link
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [address]);
  return (
    <nav ref={nav} aria-label={label} className="min-h-0 grow overflow-y-auto px-2 pb-4">
      {sections.map((section) => (
        <div key={section.title} className="pt-2">
          {folded ? (
            <div className="mx-2 mb-2 border-t border-line" />
          ) : (
            <h2 className="px-3 py-1 text-sm font-medium text-muted">{section.title}</h2>
          )}
          <ul>
            {section.links.map((link) => (
              <li key={link.to}>
                <Link
                  to={link.to}
                  activeOptions={{ exact: link.exact ?? false, includeSearch: false }}
                  activeProps={{ 'aria-current': 'page' }}
                  {...(link.covers && address.startsWith(link.covers) ? { 'aria-current': 'page' } : {})}
                  title={folded ? link.label : undefined}
                  className={clsx(
                    'relative my-0.5 flex min-h-11 scroll-my-3 items-center gap-3 rounded-md text-ink hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-text',
                    folded ? 'justify-center' : 'px-3',
                  )}
                >
                  <link.icon className="size-5 shrink-0" aria-hidden="true" />
                  <span className={folded ? 'sr-only' : 'min-w-0 py-1 leading-snug wrap-anywhere'}>
                    {link.label}
                  </span>
                  {link.count ? (
                    <span
                      className={clsx(
                        'min-w-5 rounded-full bg-bad px-1.5 text-center text-xs leading-5 font-semibold text-surface',
                        folded ? 'absolute -top-0.5 -right-0.5' : 'ml-auto',
                      )}
                    >
                      {format.count(link.count)}
                    </span>
                  ) : null}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
