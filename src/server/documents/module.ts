// Wires up the documents module: the automatic services that read, look up, typeset and seal information copies.
import type { Base, Module } from '../platform/module.ts';
import type { Settings } from '../settings/settings.service.ts';
import { copyUploadsRoutes } from './copy-uploads/copy-uploads.routes.ts';
import { documentsRoutes } from './documents.routes.ts';
import { createDocuments, type DocumentsDeps } from './documents.service.ts';
import { publishedKeysRoutes } from './published-keys.ts';

interface DocumentsModuleDeps
  extends Pick<
    DocumentsDeps,
    'catalogue' | 'lookups' | 'files' | 'renderer' | 'pictures' | 'ownPdf' | 'readSignedCopy'
  > {
  readonly settings: Settings;
}

export function openDocuments(base: Base, deps: DocumentsModuleDeps) {
  const { settings } = deps;
  const documents = createDocuments({
    ...base,
    ...deps,
    captchaAnswer: base.config.CAPTCHA_ANSWER,
    portalName: settings.shopName,
  });
  return {
    documents,
    routes(binder) {
      publishedKeysRoutes(binder, base.db);
      documentsRoutes(binder, documents);
      copyUploadsRoutes(binder, documents);
    },
    jobs: [
      {
        name: 'remove old readings',
        everySeconds: 3_600,
        run: async () => documents.removeOldReadings((await settings.get()).retention.readings_days),
      },
      {
        name: 'remove copies that were not read',
        everySeconds: 600,
        run: () => documents.removeOldUploads(),
      },
      { name: 'remove expired captchas', everySeconds: 3_600, run: () => documents.removeExpiredCaptchas() },
    ],
    close: () => documents.close(),
  } satisfies Module & Record<string, unknown>;
}
