import { request } from 'node:http';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { Fault } from '../platform/fault.ts';
import { sendStream } from './send-file.ts';

it('ends a file that is sent in parts for whoever may not read it any more', async () => {
  let asked = 0;
  let read = 0;
  const app = Fastify();
  app.decorateRequest('admitAgain', undefined);
  app.get('/', (call, reply) => {
    call.admitAgain = async () => {
      asked += 1;
      if (asked > 2) throw new Fault('not_signed_in');
    };
    async function* parts() {
      for (; read < 100; read += 1) yield Buffer.alloc(1_000);
    }
    const file = { mediaType: 'application/zip', name: 'a.zip', isShown: false, byteSize: 100_000 };
    return sendStream(call, reply, { ...file, bytes: Readable.from(parts()) });
  });
  const address = await app.listen();
  const received = await new Promise<{ isComplete: boolean; bytes: number }>((done) => {
    let bytes = 0;
    const sent = request(address, (answer) => {
      answer
        .on('data', (part: Buffer) => {
          bytes += part.length;
        })
        .on('error', () => {})
        .on('close', () => done({ isComplete: answer.complete, bytes }));
    });
    // Aborted before the response headers are sent.
    sent.on('error', () => done({ isComplete: false, bytes })).end();
  });
  await app.close();
  expect(asked).toBeGreaterThan(2);
  expect(received.isComplete).toBe(false);
  expect(received.bytes).toBeLessThanOrEqual(3_000);
  expect(read).toBeLessThan(10);
});
