// The loopback network has many addresses: each represents a different client of the portal.
import { Agent, request } from 'node:http';
import { afterAll } from 'vitest';
import type { Answer, TestPortal } from './portal.ts';

export type CallFrom = (
  address: string,
  method: string,
  path: string,
  options?: { body?: unknown; token?: string | undefined },
) => Promise<Pick<Answer, 'status' | 'body'> & { retryAfter: number }>;

/** Calls a portal from any address in 127.0.0.0/8. */
export function useAddresses(portal: TestPortal): CallFrom {
  const agents = new Map<string, Agent>();
  afterAll(() => {
    for (const agent of agents.values()) agent.destroy();
  });
  return (address, method, path, { body, token } = {}) => {
    const agent =
      agents.get(address) ?? new Agent({ keepAlive: true, maxSockets: 64, localAddress: address });
    agents.set(address, agent);
    const headers = {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    return new Promise((done, failed) => {
      const { hostname, port } = new URL(portal.origin);
      const call = request(
        { hostname, port, path, method, headers, agent, localAddress: address },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          answer.on('end', () => {
            const isJson = (answer.headers['content-type'] ?? '').includes('json');
            done({
              status: answer.statusCode ?? 0,
              body: isJson && text !== '' ? JSON.parse(text) : text,
              retryAfter: Number(answer.headers['retry-after'] ?? 0),
            });
          });
        },
      );
      call.on('error', failed).end(body === undefined ? undefined : JSON.stringify(body));
    });
  };
}
