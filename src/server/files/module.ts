// Wires up the files module: finished papers, shared links, and who opened them.
import type { Base, Module } from '../platform/module.ts';
import type { Settings } from '../settings/settings.service.ts';
import { fileDetailRoutes } from './file-details.routes.ts';
import { createFileDetails, type FileDetailsDeps } from './file-details.service.ts';
import { filesRoutes } from './files.routes.ts';
import { createFiles, type FilesDeps } from './files.service.ts';
import { sharesRoutes } from './shares.routes.ts';
import { createShares } from './shares.service.ts';

interface FilesModuleDeps {
  readonly settings: Settings;
  readonly findCode: FilesDeps['findCode'];
  readonly ownPdf: Pick<FileDetailsDeps, 'renderPage' | 'readRecord'>;
}

export function openFiles(base: Base, { settings, findCode, ownPdf }: FilesModuleDeps) {
  const { db, storage, limiter } = base;
  const files = createFiles({ ...base, portalName: settings.shopName, findCode });
  const shares = createShares({ ...base, renderPage: ownPdf.renderPage });
  return {
    files,
    shares,
    routes(binder) {
      filesRoutes(binder, files, limiter);
      sharesRoutes(binder, shares);
      fileDetailRoutes(binder, createFileDetails({ db, files, storage, ...ownPdf }));
    },
    jobs: [{ name: 'remove finished viewings', everySeconds: 3_600, run: () => shares.removeOldViewings() }],
  } satisfies Module & Record<string, unknown>;
}
