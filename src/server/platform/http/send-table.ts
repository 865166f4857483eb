// Answers with a table for spreadsheets.
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export const sendTable = (reply: FastifyReply, name: string, table: string | Readable) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${name}"`)
    .header('Cache-Control', 'no-store')
    .send(table);
