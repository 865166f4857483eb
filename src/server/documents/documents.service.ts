// Assembles the automatic services. Each kind has its own use cases, and all make documents in the same way.
import type { Renderer } from '#engines/rendering/render-document.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Files } from '../files/files.service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/connect.ts';
import type { RateLimiter } from '../platform/rate-limit/rate-limit.ts';
import type { Caller } from '../platform/request/caller.ts';
import type { UploadedFile } from '../platform/request/upload.ts';
import type { Vault } from '../platform/vault.ts';
import type { Lookups } from '../registry/lookups.service.ts';
import { createCaptcha } from './captcha/captcha.ts';
import { createCopyUploads } from './copy-uploads/copy-uploads.service.ts';
import { birthPlan, createBirth } from './kinds/birth.service.ts';
import { extractNid, nidPlan } from './kinds/nid.service.ts';
import { createUnofficial } from './kinds/server-copy-unofficial.service.ts';
import { extractSignToServer, signToServerPlan } from './kinds/sign-to-server.service.ts';
import { createTin } from './kinds/tin.service.ts';
import { createDocumentMaker, type MakeDocumentDeps } from './make-document.ts';
import type { Pictures } from './pictures.ts';
import { createReadCopies, type ReadSignedCopy } from './read-upload.ts';
import { createReadings } from './readings.ts';
import { createRecords, type Plans } from './record.service.ts';

export interface DocumentsDeps {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly lookups: Lookups;
  readonly files: Files;
  readonly vault: Vault;
  readonly renderer: Renderer;
  readonly limiter: Pick<RateLimiter, 'take'>;
  readonly pictures: Pictures;
  readonly readSignedCopy: ReadSignedCopy;
  readonly clock: Clock;
  readonly publicOrigin: string;
  /** Fixed solution of the captcha, for sandbox mode only. */
  readonly captchaAnswer: string | undefined;
  readonly ownPdf: Pick<MakeDocumentDeps, 'renderPage'>;
  readonly portalName: () => Promise<{ bn: string; en: string }>;
}

export type Documents = ReturnType<typeof createDocuments>;

export function createDocuments(deps: DocumentsDeps) {
  const { db, catalogue, lookups, vault, pictures, readSignedCopy, publicOrigin } = deps;
  const maker = createDocumentMaker({ ...deps, renderPage: deps.ownPdf.renderPage });
  const readings = createReadings(deps);
  const copies = createReadCopies({ db, catalogue, readings, readSignedCopy });
  const uploads = createCopyUploads(deps);
  const captcha = createCaptcha(db, vault, deps.captchaAnswer);
  const plans: Plans = {
    nid: nidPlan,
    sign_to_server: signToServerPlan,
    birth: birthPlan(publicOrigin, maker.verifyUrl),
  };
  return {
    /** Use cases of all kinds that customers fill in. */
    records: createRecords({ maker, readings, pictures }, plans),
    readNid: (caller: Caller, upload: UploadedFile | undefined) => extractNid(copies, caller, upload),
    readSignCopy: (caller: Caller, upload: UploadedFile | undefined) =>
      extractSignToServer(copies, caller, upload),
    birth: createBirth({ db, catalogue, captcha, lookups, readings }),
    tin: createTin({ db, catalogue, vault, maker, readings, lookups }),
    unofficial: createUnofficial(maker, lookups),
    uploads,
    removeOldUploads: uploads.removeOld,
    removeOldReadings: readings.removeOld,
    removeExpiredCaptchas: captcha.removeExpired,
    close: captcha.close,
  };
}
