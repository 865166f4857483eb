import type { FastifyRequest } from 'fastify';
import { filesEndpoints } from '#contract/files.ts';
import { Fault } from '../platform/fault.ts';
import { type Binder, bind, originOf } from '../platform/http/bind.ts';
import { networkOfAddress } from '../platform/rate-limit.rules.ts';
import type { RateLimiter } from '../platform/rate-limit.ts';
import type { DocumentKind, Files } from './files.service.ts';
import { openPaths } from './files.service.ts';
import { codeGuesses } from './guess-limits.ts';
import { sendFile } from './send-file.ts';

/** A viewer that fetches a file in parts makes many calls of one look; those after the first part are marked as such. */
function lookOf(request: FastifyRequest) {
  return {
    ...originOf(request),
    isFurtherPart: /^\s*bytes\s*=\s*0*[1-9]/i.test(request.headers.range ?? ''),
  };
}

export function filesRoutes(binder: Binder, files: Files, limiter: RateLimiter): void {
  const takeGuess = (ip: string) =>
    limiter.take({ purpose: 'code', key: networkOfAddress(ip), limit: codeGuesses });

  bind(binder, filesEndpoints.myFiles, ({ caller, query }) =>
    files.listFor(caller, {
      user: query.user,
      search: query.search,
      page: query.page,
      pageSize: query.page_size,
    }),
  );
  bind(binder, filesEndpoints.fileNumber, ({ caller, params, ip }) =>
    files.revealNumber(caller, params.id, ip),
  );
  bind(binder, filesEndpoints.exportFiles, async (call) => {
    const { user, search } = call.query;
    const table = await files.exportTable(call.caller, { ownerId: user, search }, call);
    return call.reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="auto-services.csv"')
      .header('Cache-Control', 'no-store')
      .send(table);
  });
  bind(binder, filesEndpoints.verifyFile, async ({ body, file, ip }) => {
    const { giveBack } = await takeGuess(ip);
    const verdict = await files.verifyFile(body.sha256, file);
    if (verdict.state !== 'unknown') await giveBack();
    return verdict;
  });
  bind(binder, filesEndpoints.verify, async ({ params, reply, ip }) => {
    const { giveBack } = await takeGuess(ip);
    try {
      const found = await files.verify(params.code);
      await giveBack();
      return found;
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'not_found') throw error;
      await reply.status(404).send({ state: 'unknown' });
      return undefined as never;
    }
  });

  const { app, authenticate } = binder;
  for (const [kind, path] of Object.entries(openPaths) as [DocumentKind, string][]) {
    app.get<{ Params: { code: string } }>(`${path}:code/`, async (request, reply) => {
      const caller = await authenticate(request, 'bearer_or_cookie');
      return sendFile(request, reply, await files.open(kind, request.params.code, caller, lookOf(request)));
    });
  }
  app.get<{ Params: { code: string } }>('/file/:code/', async (request, reply) => {
    const caller = await authenticate(request, 'bearer_or_cookie');
    return sendFile(request, reply, await files.openAttachment(request.params.code, caller, lookOf(request)));
  });
}
