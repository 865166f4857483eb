import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { createResponseLimit } from './response-limit.ts';

const megabyte = 1024 * 1024;

class Answer extends EventEmitter {
  isBrokenOff = false;
  destroy() {
    this.isBrokenOff = true;
    this.emit('close');
  }
}
const replyOf = (answer: Answer) =>
  ({ raw: answer, request: { raw: { socket: new EventEmitter() } } }) as unknown as FastifyReply;

it('one reader holds some files at a time, and more once one has been read', () => {
  const limit = createResponseLimit();
  const answers = Array.from({ length: 7 }, () => new Answer());
  for (const answer of answers.slice(0, 6)) limit.reserve('user 1', 10 * megabyte, replyOf(answer));
  expect(() => limit.reserve('user 1', 10 * megabyte, replyOf(answers[6]!))).toThrow('busy');
  answers[3]!.emit('close');
  limit.reserve('user 1', 10 * megabyte, replyOf(answers[6]!));
  expect(answers.some(({ isBrokenOff }) => isBrokenOff)).toBe(false);
});

it('those who do not read keep nobody else from their files', () => {
  const limit = createResponseLimit();
  const idle = Array.from({ length: 25 }, () => new Answer());
  for (const [index, answer] of idle.entries())
    limit.reserve(`user ${index % 5}`, 10 * megabyte, replyOf(answer));
  const honest = new Answer();
  limit.reserve('user 9', 10 * megabyte, replyOf(honest));
  expect(idle.map(({ isBrokenOff }) => isBrokenOff).indexOf(false)).toBe(1);
  expect(honest.isBrokenOff).toBe(false);
});

it('those who ask again and again break off their own files, not that of a slow reader before them', () => {
  const limit = createResponseLimit();
  const slow = new Answer();
  limit.reserve('user 9', 10 * megabyte, replyOf(slow));
  const greedy = Array.from({ length: 5 }, () => [] as Answer[]);
  for (let round = 0; round < 40; round += 1)
    for (const [user, answers] of greedy.entries()) {
      const open = answers.filter(({ isBrokenOff }) => !isBrokenOff);
      if (open.length === 6) open[0]!.destroy();
      const answer = new Answer();
      answers.push(answer);
      limit.reserve(`user ${user}`, 10 * megabyte, replyOf(answer));
    }
  expect(slow.isBrokenOff).toBe(false);
});
