// Which security headers an answer needs that is not a page: the others would add three quarters of a kilobyte to every script and call.
import type { FastifyReply } from 'fastify';

/** What only pages, pictures and workers heed. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

export function removeDocumentHeaders(reply: FastifyReply): void {
  for (const name of documentHeaders) reply.removeHeader(name);
}

/** An answer opened as a page shows nothing but itself, and in no frame. */
export function setDataHeaders(reply: FastifyReply): void {
  removeDocumentHeaders(reply);
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
}
