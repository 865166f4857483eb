// The banner over a customer's portal during an impersonation: who, why, for how long, and the way out.
import { Eye, LogOut } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import { call } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format.ts';
import { endImpersonationHere, forgetImpersonation, type Impersonation } from '../../lib/impersonation.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/surface.tsx';
import { useAccountsStaffText } from './staff/text.ts';

async function leave({ id, user }: Impersonation): Promise<void> {
  forgetImpersonation();
  // If the network fails, the impersonation expires.
  await call('DELETE /account/views/:id/', { params: { id }, endsView: true }).catch(() => undefined);
  window.location.assign(`/admin/user/details/${user.id}`);
}

function useSecondsLeft({ endsAtMs }: Impersonation): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((endsAtMs - now) / 1000));
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left === 0) endImpersonationHere();
  }, [left]);
  return left;
}

export default function ImpersonationFrame({
  impersonation,
  children,
}: {
  impersonation: Impersonation;
  children: ReactNode;
}) {
  const { impersonation: text } = useAccountsStaffText();
  const format = useFormat();
  const left = useSecondsLeft(impersonation);
  const [leaving, setLeaving] = useState(false);
  const banner = useRef<HTMLElement>(null);
  // Everything sticky at the top of the page is placed below the banner, however many lines it has.
  useEffect(() => {
    const { style } = document.documentElement;
    const watcher = new ResizeObserver(() =>
      style.setProperty('--banner', `${banner.current?.offsetHeight ?? 0}px`),
    );
    if (banner.current) watcher.observe(banner.current);
    return () => {
      watcher.disconnect();
      style.removeProperty('--banner');
    };
  }, []);
  const name = shownNameOf(impersonation.user);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  const goBack = () => {
    setLeaving(true);
    void leave(impersonation);
  };
  return (
    <>
      <aside
        ref={banner}
        aria-label={text.banner}
        className="sticky top-[calc(var(--ribbon)-var(--banner))] cramped:top-0 z-40 flex flex-wrap items-center gap-x-4 gap-y-1 bg-accent px-3 py-2 text-sm text-on-accent sm:px-6"
      >
        <p className="flex min-w-0 grow basis-72 gap-2">
          <Eye className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          <span className="min-w-0">
            <span className="block font-semibold">
              {text.looking(name)} <span className="font-normal">· {text.readOnly}</span>
            </span>
            <span className="block">{text.why(impersonation.reason)}</span>
          </span>
        </p>
        <div className="ml-auto flex items-center gap-3">
          {impersonation.isOver ? null : <span className="money">{text.left(format.digits(time))}</span>}
          <Button variant="quiet" size="small" busy={leaving} onClick={goBack}>
            <LogOut className="size-4" aria-hidden="true" />
            {text.leave}
          </Button>
        </div>
      </aside>
      {impersonation.isOver ? (
        <main className="mx-auto max-w-xl px-4 py-10">
          <Card>
            <h1 className="text-xl">{text.over}</h1>
            <p className="mt-2 mb-4 text-muted">{text.overText(name)}</p>
            <Button busy={leaving} onClick={goBack}>
              {text.back}
            </Button>
          </Card>
        </main>
      ) : (
        children
      )}
    </>
  );
}
