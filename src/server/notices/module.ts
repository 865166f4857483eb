// Wires up the notifications module.
import type { Base, Module } from '../platform/module.ts';
import { noticesRoutes } from './notices.routes.ts';
import { createNotices } from './notices.service.ts';

export function openNotices({ db, mail, publicOrigin }: Base) {
  const notices = createNotices({ db, mail, publicOrigin });
  return {
    notices,
    routes: (binder) => noticesRoutes(binder, notices),
    jobs: [{ name: 'remove old notices', everySeconds: 86_400, run: () => notices.removeOld() }],
  } satisfies Module & Record<string, unknown>;
}
