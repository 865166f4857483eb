import type { FastifyRequest } from 'fastify';
import { sharesEndpoints } from '#contract/files/share-calls.ts';
import { pagesHeader, viewingHeader } from '#contract/files/share-rules.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind, originOf } from '../platform/http/bind.ts';
import { sendAndFree, sendFile } from './send-file.ts';
import type { ShareReader, Shares } from './shares.service.ts';

function shareReaderOf(request: FastifyRequest): ShareReader {
  const viewing = request.headers[viewingHeader.toLowerCase()];
  return {
    token: (request.params as { token: string }).token,
    viewing: typeof viewing === 'string' ? viewing : undefined,
  };
}

export function sharesRoutes(binder: Binder, shares: Shares): void {
  bind(binder, sharesEndpoints.makeShare, ({ caller, params, body, request }) =>
    shares.make(caller, params.id, body, originOf(request)),
  );
  bind(binder, sharesEndpoints.fileShares, ({ caller, params, query }) =>
    shares.list(caller, params.id, query.page, query.page_size),
  );
  bind(binder, sharesEndpoints.revokeShare, ({ caller, params, request }) =>
    shares.revoke(caller, { fileId: params.id, shareId: params.shareId }, originOf(request)),
  );
  bind(binder, sharesEndpoints.shares, ({ caller, query }) =>
    shares.list(caller, undefined, query.page, query.page_size),
  );
  bind(binder, sharesEndpoints.revokeAllShares, ({ caller, request }) =>
    shares.revoke(caller, {}, originOf(request)),
  );
  bind(binder, sharesEndpoints.shareState, ({ request, reply }) => {
    reply.header('X-Robots-Tag', 'noindex, nofollow');
    return shares.state(shareReaderOf(request), originOf(request));
  });
  bind(binder, sharesEndpoints.openShare, ({ params, body, request }) =>
    shares.begin(params.token, body.pin, originOf(request)),
  );

  bind(binder, sharesEndpoints.sharePage, async ({ params, request, reply }) => {
    const page = /^\d{1,3}$/.test(params.page) ? Number(params.page) : 0;
    const { png, pages } = await shares.openPage(shareReaderOf(request), page, originOf(request));
    const file = { bytes: Buffer.from(png), mediaType: 'image/png', name: `${page}.png`, isShown: true };
    return sendFile(request, reply.header(pagesHeader, pages), file);
  });
  bind(binder, sharesEndpoints.shareFile, async ({ request, reply }) =>
    sendAndFree(request, reply, await shares.openFile(shareReaderOf(request), originOf(request))),
  );
}
