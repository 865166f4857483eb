import type { FastifyReply } from 'fastify';
import { filesEndpoints } from '#contract/files.ts';
import { Fault } from '../platform/fault.ts';
import { type Binder, bind, originOf } from '../platform/http/bind.ts';
import { callerIsStaff } from '../platform/http/caller.ts';
import type { DocumentKind, Files, OpenedFile } from './files.service.ts';
import { openPaths } from './files.service.ts';

/** Nothing in a document may run, and no cache or search engine may keep it. */
export function sendFile(reply: FastifyReply, file: OpenedFile, asDownload: boolean) {
  const disposition = asDownload || !file.isShown ? 'attachment' : 'inline';
  const asciiName = file.name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  return reply
    .header('Content-Type', file.mediaType)
    .header('Content-Length', file.bytes.length)
    .header(
      'Content-Disposition',
      `${disposition}; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .header('Cache-Control', 'private, no-store')
    .header('X-Content-Type-Options', 'nosniff')
    .header('X-Robots-Tag', 'noindex, nofollow')
    .header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
    )
    .send(file.bytes);
}

export function filesRoutes(binder: Binder, files: Files): void {
  bind(binder, filesEndpoints.myFiles, ({ caller, query }) =>
    files.list({
      ownerId: callerIsStaff(caller) ? query.user : caller.userId,
      search: query.search,
      page: query.page,
      pageSize: query.page_size,
    }),
  );
  bind(binder, filesEndpoints.verifyFile, ({ body, file }) => files.verifyFile(body.sha256, file));
  bind(binder, filesEndpoints.verify, async ({ params, reply }) => {
    try {
      return await files.verify(params.code);
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'not_found') throw error;
      await reply.status(404).send({ state: 'unknown' });
      return undefined as never;
    }
  });

  const { app, authenticate } = binder;
  const isDownload = (query: unknown) => (query as Record<string, unknown>).download === '1';
  for (const [kind, path] of Object.entries(openPaths) as [DocumentKind, string][]) {
    app.get<{ Params: { code: string } }>(`${path}:code/`, async (request, reply) => {
      const caller = await authenticate(request, 'bearer_or_cookie');
      return sendFile(
        reply,
        await files.open(kind, request.params.code, caller, originOf(request)),
        isDownload(request.query),
      );
    });
  }
  app.get<{ Params: { code: string } }>('/file/:code/', async (request, reply) => {
    const caller = await authenticate(request, 'bearer_or_cookie');
    return sendFile(
      reply,
      await files.openAttachment(request.params.code, caller, originOf(request)),
      isDownload(request.query),
    );
  });
}
