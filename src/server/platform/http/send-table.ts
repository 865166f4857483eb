// Answers with a table for spreadsheets.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Fault } from '../fault.ts';

/** Each part for who may still read it: a slow reader decides how long a table takes. */
async function* whileAdmitted(table: Readable, { request, raw }: FastifyReply) {
  for await (const part of table) {
    yield part;
    await request.admitAgain?.().catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error;
      // Its reader misses the end.
      raw.destroy();
    });
  }
}

export const sendTable = (reply: FastifyReply, name: string, table: string | Readable) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Cache-Control', 'no-store')
    .send(typeof table === 'string' ? table : Readable.from(whileAdmitted(table, reply)));
