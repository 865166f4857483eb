// The landing page: what the shop does, what it costs, and how a copy can be verified.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BadgeCheck, Eye, FileCheck2, Mail, MapPin, Phone, ShieldCheck, Wallet, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { nameIn } from '#contract/catalogue/name-in.ts';
import { useSignOut } from '../../../features/device/outbox/use-sign-out.tsx';
import type { Answer } from '../../../lib/api/api.ts';
import { publicServicesQuery } from '../../../lib/api/queries.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { ServiceName } from '../../../lib/service-name.tsx';
import { useSession } from '../../../lib/session.ts';
import { useShop } from '../../../lib/shop.ts';
import { Button, button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Brand } from '../../../ui/frame/brand.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../../ui/frame/switches.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { Skeleton } from '../../../ui/states.tsx';
import { Badge } from '../../../ui/surface.tsx';
import { useUiText } from '../../../ui/text.ts';
import { useLandingText } from './landing-text.ts';

const width = 'mx-auto w-full max-w-6xl px-4 sm:px-6';

export function LandingPage() {
  useTitle('');
  return (
    <div>
      <Header />
      <PageLinks />
      <main>
        <Hero />
        <About />
        <Services />
      </main>
      <Footer />
    </div>
  );
}

function Header() {
  const text = useLandingText();
  const session = useSession();
  const { leave, question } = useSignOut('/');
  const link =
    'hidden min-h-11 items-center rounded-md px-3 whitespace-nowrap text-ink hover:bg-sunken lg:inline-flex';
  return (
    <header className="sticky top-[var(--ribbon)] z-30 border-b border-line bg-paper cramped:static">
      <div className={`${width} flex min-h-16 items-center gap-1 cramped:flex-wrap`}>
        <Link to="/" className="mr-auto rounded-md">
          <Brand />
        </Link>
        <nav className="contents">
          <a href="#about" className={link}>
            {text.nav.about}
          </a>
          <a href="#services" className={link}>
            {text.nav.services}
          </a>
          <Link to="/verify" className={link}>
            {text.nav.verify}
          </Link>
        </nav>
        <LanguageSwitch />
        <ThemeSwitch />
        {session.status === 'signed_in' ? (
          <div className="hidden gap-2 pl-2 whitespace-nowrap sm:flex">
            <Link to={session.isAdmin ? '/admin/dashboard' : '/app'} className={button({ size: 'small' })}>
              {text.dashboard}
            </Link>
            <Button variant="quiet" size="small" onClick={leave}>
              {text.logout}
            </Button>
          </div>
        ) : session.status === 'signed_out' ? (
          <div className="hidden gap-2 pl-2 whitespace-nowrap sm:flex">
            <Link
              to="/login"
              search={{ next: undefined }}
              className={button({ variant: 'quiet', size: 'small' })}
            >
              {text.login}
            </Link>
            <Link to="/signup" className={button({ size: 'small' })}>
              {text.signUp}
            </Link>
          </div>
        ) : null}
      </div>
      <div className={`${width} flex gap-2 pb-3 cramped:flex-wrap sm:hidden`}>
        {session.status === 'signed_in' ? (
          <>
            <Link
              to={session.isAdmin ? '/admin/dashboard' : '/app'}
              className={button({ className: 'grow' })}
            >
              {text.dashboard}
            </Link>
            <Button variant="quiet" onClick={leave}>
              {text.logout}
            </Button>
          </>
        ) : (
          <>
            <Link
              to="/login"
              search={{ next: undefined }}
              className={button({ variant: 'quiet', className: 'h-11 flex-1 whitespace-nowrap' })}
            >
              {text.login}
            </Link>
            <Link to="/signup" className={button({ className: 'h-11 flex-1 whitespace-nowrap' })}>
              {text.signUp}
            </Link>
          </>
        )}
      </div>
      {question}
    </header>
  );
}

/**
 * Below the header on narrow screens; scrolls away with the page. It fits on one line in any font, because a second line would push the page down
 * when the font loads.
 */
function PageLinks() {
  const text = useLandingText();
  const link = 'inline-flex min-h-11 items-center px-2 -outline-offset-2 whitespace-nowrap text-accent-text';
  return (
    <nav
      aria-label={text.nav.label}
      className={`${width} flex gap-x-2 overflow-x-auto border-b border-line lg:hidden`}
    >
      <a href="#about" className={link}>
        {text.nav.about}
      </a>
      <a href="#services" className={link}>
        {text.nav.services}
      </a>
      <Link to="/verify" className={link}>
        {text.nav.verify}
      </Link>
    </nav>
  );
}

function Hero() {
  const text = useLandingText();
  const isIn = useSession().status === 'signed_in';
  return (
    <section className={`${width} grid items-center gap-10 py-12 md:grid-cols-[1.15fr_1fr] md:py-20`}>
      <div className="min-w-0">
        <h1 className="matra text-3xl wrap-anywhere lg:text-4xl">{text.heroTitle}</h1>
        <p className="mt-3 max-w-xl text-lg text-muted">{text.heroText}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          {/* Signed-in users have an account, and a link to their own pages at the top. */}
          {isIn ? null : (
            <Link to="/signup" className={button({ size: 'large' })}>
              {text.heroStart}
            </Link>
          )}
          <a href="#services" className={button({ variant: 'quiet', size: 'large' })}>
            {text.heroServices}
          </a>
        </div>
        <p className="mt-4 text-sm text-muted">{text.heroNote}</p>
      </div>
      <SampleSheet />
    </section>
  );
}

/** An illustration of a copy and its verification; purely decorative. */
function SampleSheet() {
  const { sheet } = useLandingText();
  const rows = [
    [sheet.name, sheet.nameValue],
    [sheet.number, 'NC-2026-004821'],
    [sheet.source, sheet.sourceValue],
  ];
  return (
    <div aria-hidden="true" className="relative mx-auto w-full max-w-sm select-none cramped:hidden">
      <div className="absolute inset-0 translate-x-3 translate-y-3 rounded-lg border border-line bg-sunken" />
      <div className="relative rounded-lg border border-line bg-surface p-6 shadow-card [clip-path:polygon(0_0,calc(100%-32px)_0,100%_32px,100%_100%,0_100%)]">
        <div className="absolute top-0 right-0 size-8 bg-accent-soft [clip-path:polygon(0_0,100%_100%,0_100%)]" />
        <p className="mr-8 rounded-sm bg-warn-soft px-2 py-1 text-center text-sm text-warn">{sheet.banner}</p>
        <p className="mt-4 text-lg font-semibold">{sheet.title}</p>
        <dl className="mt-2 divide-y divide-line">
          {rows.map(([label, value]) => (
            <div key={label} className="flex justify-between gap-4 py-2">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="text-right text-sm">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 h-9 bg-[linear-gradient(90deg,var(--ink)_2px,transparent_2px_5px,var(--ink)_5px_6px,transparent_6px_11px,var(--ink)_11px_14px,transparent_14px)] bg-size-[16px_100%] opacity-75" />
        <p className="mt-1 text-center text-sm text-muted">7K2M-9QXD-4HTB</p>
      </div>
      <div className="relative z-10 mx-4 -mt-4 flex items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 shadow-high">
        <BadgeCheck className="size-9 shrink-0 text-good" strokeWidth={1.75} />
        <div>
          <p className="font-semibold text-good">{sheet.verdict}</p>
          <p className="text-sm text-muted">{sheet.verdictText}</p>
        </div>
      </div>
    </div>
  );
}

function About() {
  const text = useLandingText();
  const icons = [Wallet, ShieldCheck, FileCheck2, Eye];
  return (
    <section id="about" className="border-y border-line bg-surface py-14 md:py-20">
      <div className={width}>
        <h2 className="matra text-2xl">{text.aboutTitle}</h2>
        <p className="max-w-2xl text-muted">{text.aboutText}</p>
        <div className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {text.values.map((value, index) => {
            const Icon = icons[index] ?? Wallet;
            return (
              <article key={value.title} className="min-w-0">
                <Icon className="mb-3 size-8 text-accent-text" strokeWidth={1.6} aria-hidden="true" />
                <h3 className="text-lg">{value.title}</h3>
                <p className="text-muted">{value.text}</p>
              </article>
            );
          })}
        </div>
      </div>
    </section>
  );
}

/** The services embedded in the page; undefined if there are none. */
function servicesOfPage(): Answer<'GET /public/services/'> | undefined {
  if (typeof document === 'undefined') return undefined;
  try {
    return JSON.parse(document.getElementById('services-data')?.textContent ?? '');
  } catch {
    return undefined;
  }
}

function Services() {
  const text = useLandingText();
  const uiText = useUiText();
  const format = useFormat();
  const language = useLanguage();
  const { data, isPending, isError, refetch } = useQuery({
    ...publicServicesQuery(),
    initialData: servicesOfPage,
  });
  return (
    <section id="services" className={`${width} py-14 md:py-20`}>
      <h2 className="matra text-2xl">{text.servicesTitle}</h2>
      <p className="max-w-2xl text-muted">{text.servicesText}</p>
      {isError ? (
        <ErrorState title={text.servicesFailed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <div className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3" role="status">
          <span className="sr-only">{uiText.common.loading}</span>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <Skeleton key={key} className="h-40" />
          ))}
        </div>
      ) : data.length === 0 ? (
        <EmptyState title={text.servicesEmpty} />
      ) : (
        <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {data.map((service) => (
            <li
              key={service.code}
              className="below-view flex min-w-0 flex-col rounded-lg border border-line bg-surface p-5 shadow-card [contain-intrinsic-height:auto_7rem]"
            >
              <h3 className="text-lg">
                <ServiceName service={service} />
              </h3>
              <p className="mb-4 text-muted">
                {nameIn(language, service.description, service.description_en)}
              </p>
              <div className="mt-auto flex flex-wrap items-center justify-between gap-2">
                <span className="money text-lg font-semibold text-accent-text">
                  {Number(service.price_from) === 0
                    ? uiText.common.free
                    : service.is_auto_service
                      ? format.taka(service.price_from)
                      : text.priceFrom(format.taka(service.price_from))}
                </span>
                <Badge tone={service.is_auto_service ? 'accent' : 'neutral'}>
                  {service.is_auto_service ? <Zap className="size-3.5" aria-hidden="true" /> : null}
                  {service.is_auto_service ? text.automatic : text.byStaff}
                </Badge>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Footer() {
  const text = useLandingText();
  const uiText = useUiText();
  const format = useFormat();
  const { footer } = text;
  const contact = useShop()?.contact;
  const line = (icon: ReactNode, words: string) => (
    <li className="flex items-start gap-2 text-muted *:first:mt-1 *:first:shrink-0">
      {icon}
      <span className="min-w-0 wrap-anywhere">{words}</span>
    </li>
  );
  return (
    <footer className="below-view border-t border-line bg-surface [contain-intrinsic-height:auto_43rem] sm:[contain-intrinsic-height:auto_31rem] lg:[contain-intrinsic-height:auto_21rem]">
      <div className={`${width} grid gap-8 py-10 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]`}>
        <div className="max-w-md">
          <Brand />
          <p className="mt-3">
            {uiText.brand.tagline}। {footer.about}
          </p>
          <p className="mt-2 text-sm text-muted">{footer.honesty}</p>
        </div>
        <nav aria-label={footer.links}>
          <h2 className="text-base">{footer.links}</h2>
          <ul>
            {[
              <a
                key="about"
                href="#about"
                className="inline-flex min-h-11 items-center text-muted hover:text-ink"
              >
                {text.nav.about}
              </a>,
              <a
                key="services"
                href="#services"
                className="inline-flex min-h-11 items-center text-muted hover:text-ink"
              >
                {text.nav.services}
              </a>,
              <Link
                key="verify"
                to="/verify"
                className="inline-flex min-h-11 items-center text-muted hover:text-ink"
              >
                {text.nav.verify}
              </Link>,
              <Link
                key="proof"
                to="/proof"
                className="inline-flex min-h-11 items-center text-muted hover:text-ink"
              >
                {footer.proof}
              </Link>,
            ].map((item) => (
              <li key={item.key}>{item}</li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 className="text-base">{footer.contact}</h2>
          <ul className="space-y-2 pt-2">
            {line(
              <Phone className="size-4" aria-hidden="true" />,
              format.digits(contact?.phone || '01XXX-XXXXXX'),
            )}
            {line(<Mail className="size-4" aria-hidden="true" />, contact?.mail || 'support@example.com')}
            {line(<MapPin className="size-4" aria-hidden="true" />, contact?.address || footer.address)}
          </ul>
        </div>
      </div>
      <p className="border-t border-line py-4 text-center text-sm text-muted">
        {footer.rights(format.digits(new Date().getFullYear()))}
      </p>
    </footer>
  );
}
