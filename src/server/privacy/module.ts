// Wires up the privacy module: data archives and retention.
import type { Base, Module } from '../platform/module.ts';
import { removeOld } from './erasure.queries.ts';
import { privacyRoutes } from './privacy.routes.ts';
import { createPrivacy, type PrivacyDeps } from './privacy.service.ts';

export function openPrivacy(base: Base, { eraseOwn }: Pick<PrivacyDeps, 'eraseOwn'>) {
  const privacy = createPrivacy({ ...base, eraseOwn });
  return {
    privacy,
    routes: (binder) => privacyRoutes(binder, privacy),
    jobs: [
      { name: 'pack exports', everySeconds: 5, run: () => privacy.makeNext() },
      {
        name: 'remove expired data',
        everySeconds: 3_600,
        run: () => removeOld(base.db),
      },
    ],
  } satisfies Module & Record<string, unknown>;
}
