import type { FastifyRequest } from 'fastify';
import { documentKindNames } from '#contract/documents/kinds.ts';
import { filesEndpoints } from '#contract/files/calls.ts';
import { Fault } from '../platform/fault.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind, originOf } from '../platform/http/bind.ts';
import { sendTable } from '../platform/http/send-table.ts';
import { networkOfAddress } from '../platform/rate-limit/rate-limit.rules.ts';
import type { RateLimiter } from '../platform/rate-limit/rate-limit.ts';
import type { Files } from './files.service.ts';
import { codeGuesses } from './rate-limits.ts';
import { sendAndFree } from './send-file.ts';

/** A viewer that fetches ranges makes many requests for one open; those after the first range are marked as further parts. */
function accessOf(request: FastifyRequest) {
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
  bind(binder, filesEndpoints.recentFile, ({ caller, body }) => files.findRecent(caller, body));
  bind(binder, filesEndpoints.fileNumber, ({ caller, params, ip }) =>
    files.revealNumber(caller, params.id, ip),
  );
  bind(binder, filesEndpoints.exportFiles, async (call) => {
    const { user, search } = call.query;
    const table = await files.exportTable(call.caller, { ownerId: user, search }, call);
    return sendTable(call.reply, 'auto-services.csv', table);
  });
  bind(binder, filesEndpoints.verifyFile, async ({ body, spooled, ip }) => {
    const { giveBack } = await takeGuess(ip);
    const verdict = await files.verifyFile(body.sha256, spooled, networkOfAddress(ip));
    // A file that had to be scanned counts towards the limit regardless of the result, since anyone can trigger that work.
    if (verdict.state !== 'unknown' && verdict.state !== 'altered') await giveBack();
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

  for (const kind of documentKindNames)
    bind(binder, filesEndpoints[`open_${kind}`], async ({ caller, params, request, reply }) =>
      sendAndFree(request, reply, await files.open(kind, params.code, caller, accessOf(request))),
    );
  bind(binder, filesEndpoints.openAttachment, async ({ caller, params, request, reply, reserveResponse }) =>
    sendAndFree(
      request,
      reply,
      await files.openAttachment(params.code, caller, accessOf(request), reserveResponse),
    ),
  );
}
