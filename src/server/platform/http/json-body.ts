// Parses JSON bodies: shallow ones, with a bounded number of values, and without keys that could change a prototype.
import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import { Fault } from '../fault.ts';

/** Far deeper than any declared body, the deepest of which is an array in an object in an object. */
const deepest = 32;
const maxValues = 20_000;

/** Counts depth and values by the characters outside of strings. @throws Fault `malformed_json` for too deep nesting or too many values */
export function assertSimple(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === 0x22) {
      at = endOfString(text, at);
    } else if (sign === 0x5b || sign === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > deepest) throw new Fault('malformed_json');
    } else if (sign === 0x5d || sign === 0x7d) {
      depth -= 1;
    } else if (sign === 0x2c) {
      values += 1;
    }
    if (values > maxValues) throw new Fault('malformed_json');
  }
}

/** Index of the closing quote; an escaped quote has an odd number of backslashes before it. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
}

export function parseJsonBody(app: FastifyInstance): FastifyBodyParser<string> {
  const parse = app.getDefaultJsonParser('remove', 'ignore');
  return (request, text, done) => {
    // A JSON content type without a body means an empty body.
    if (text === '') return done(null, undefined);
    try {
      assertSimple(text);
    } catch (error) {
      return done(error as Fault);
    }
    parse(request, text, done);
  };
}
