// Responses that are read in parts while they are sent, such as a table for spreadsheets.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Fault } from '../fault.ts';

async function* partsWhileAdmitted(whole: Readable, { request, raw }: FastifyReply) {
  for await (const part of whole) {
    yield part;
    await request.admitAgain?.().catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error;
      // The client notices that the end is missing.
      raw.destroy();
    });
  }
}

/** Checks the reader's access again after each part, because a slow reader can make the response last as long as they like. */
export const whileAdmitted = (whole: Readable, reply: FastifyReply): Readable =>
  Readable.from(partsWhileAdmitted(whole, reply));

export const sendTable = (reply: FastifyReply, name: string, table: string | Readable) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Cache-Control', 'no-store')
    .send(typeof table === 'string' ? table : whileAdmitted(table, reply));
