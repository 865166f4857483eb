import { ownFilesEndpoints } from '#contract/files/detail-calls.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind, originOf } from '../platform/http/bind.ts';
import type { OwnFiles } from './file-details.service.ts';
import { sendFile } from './send-file.ts';

export function fileDetailRoutes(binder: Binder, ownFiles: OwnFiles): void {
  bind(binder, ownFilesEndpoints.myFile, ({ caller, params }) => ownFiles.get(caller, params.id));
  bind(binder, ownFilesEndpoints.fileVersions, ({ caller, params }) => ownFiles.versions(caller, params.id));
  bind(binder, ownFilesEndpoints.fileOpens, ({ caller, params, query }) =>
    ownFiles.opens(caller, params.id, query.page, query.page_size),
  );
  bind(binder, ownFilesEndpoints.filePreview, async ({ caller, params, request, reply }) => {
    const id = /^\d{1,9}$/.test(params.id) ? Number(params.id) : 0;
    return sendFile(request, reply, await ownFiles.preview(caller, id, originOf(request)));
  });
}
