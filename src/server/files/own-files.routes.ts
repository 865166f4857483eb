import { ownFilesEndpoints } from '#contract/own-files.ts';
import { type Binder, bind, originOf } from '../platform/http/bind.ts';
import type { OwnFiles } from './own-files.service.ts';
import { sendFile } from './send-file.ts';

export function ownFilesRoutes(binder: Binder, ownFiles: OwnFiles): void {
  bind(binder, ownFilesEndpoints.myFile, ({ caller, params }) => ownFiles.get(caller, params.id));
  bind(binder, ownFilesEndpoints.fileVersions, ({ caller, params }) => ownFiles.versions(caller, params.id));
  bind(binder, ownFilesEndpoints.fileOpens, ({ caller, params, query }) =>
    ownFiles.opens(caller, params.id, query.page, query.page_size),
  );
  const { app, authenticate } = binder;
  app.get<{ Params: { id: string } }>('/account/myfile/:id/preview/', async (request, reply) => {
    const caller = await authenticate(request, 'bearer_or_cookie');
    const id = /^\d{1,9}$/.test(request.params.id) ? Number(request.params.id) : 0;
    return sendFile(request, reply, await ownFiles.preview(caller, id, originOf(request)));
  });
}
