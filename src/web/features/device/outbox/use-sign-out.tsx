// Signs out, after asking if anything waits in the outbox: signing out would remove it.
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/loading/code.ts';
import { signOut } from '../../../lib/session.ts';
import { countWaiting } from './count-waiting.ts';

const LeaveDialog = lazyPart(() => import('./leave-dialog.tsx'));

/** @param to the page that follows */
export function useSignOut(to: '/' | '/login' = '/login'): { leave: () => void; question: ReactNode } {
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState(0);
  async function go() {
    setWaiting(0);
    await signOut();
    await (to === '/' ? navigate({ to }) : navigate({ to, search: { next: undefined } }));
  }
  async function ask() {
    const count = await countWaiting();
    if (count === 0) await go();
    else setWaiting(count);
  }
  return {
    leave: () => void ask(),
    question:
      waiting === 0 ? null : (
        <Suspense>
          <LeaveDialog count={waiting} onLeave={() => void go()} onStay={() => setWaiting(0)} />
        </Suspense>
      ),
  };
}
