// Who may call what, asked of a running portal for every declared call; and no route that nobody declared.
import { subscribe } from 'node:diagnostics_channel';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hasRight, isStaff, type Right, rights, type StaffRole, staffRoles } from '#contract/access.ts';
import { documentKinds, recordKinds } from '#contract/documents/kinds.ts';
import type { Endpoint, Method } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { filesEndpoints } from '#contract/files/calls.ts';
import { expectRefusal, makeStaff } from '../http/steps.ts';
import type { Answer, Person } from '../support/portal.ts';
import { usePortal } from '../support/portal.ts';

interface Route {
  method: string | string[];
  url: string;
}
const registered: string[] = [];
// The library announces each server it creates, so every route is seen as it is added.
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as {
    fastify: { addHook(name: 'onRoute', look: (route: Route) => void): void };
  };
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) registered.push(`${one} ${url}`);
  });
});

const portal = usePortal();
const declared: Endpoint[] = Object.values(endpoints);
const calls = declared.flatMap((endpoint) =>
  endpoint.methods.map((method) => ({ endpoint, method, name: `${method} ${endpoint.path}` })),
);
const isOpen = ({ access }: Endpoint) =>
  access === 'public' || access === 'optional' || access === 'optional_document';
const isRight = (access: Endpoint['access']): access is Right => Object.hasOwn(rights, access);

const documentPaths = Object.values(filesEndpoints)
  .filter(({ access }) => access === 'optional_document')
  .map(({ path }) => `GET ${path}`);

/** An empty call: a caller who is let in is then rejected for missing input, and nothing happens. */
function ask(method: Method, path: string, token?: string): Promise<Answer> {
  const address = path
    .replace(/:provider/g, 'sandbox')
    .replace(/:code/g, 'nothing')
    .replace(/:\w+/g, '2000000000');
  return portal.call(method, address, { token, ...(method === 'GET' ? {} : { body: {} }) });
}

describe('without a sign-in', () => {
  for (const { endpoint, method, name } of calls) {
    if (isOpen(endpoint)) {
      it(`${name} does not ask for one`, async () => {
        const { status, body } = await ask(method, endpoint.path);
        expect(status).not.toBe(403);
        if (status === 401) expect(body.code).not.toBe('not_signed_in');
      });
    } else {
      it(`${name} answers 401`, async () => {
        for (const token of [undefined, 'made-up'])
          expectRefusal(await ask(method, endpoint.path, token), 'not_signed_in');
      });
    }
  }

  for (const name of documentPaths) {
    it(`${name} answers 404`, async () => expectRefusal(await ask('GET', name.slice(4)), 'not_found'));
  }
});

describe('for a customer', () => {
  let customer: Person;
  beforeAll(async () => {
    customer = await portal.customer();
  });
  // A sign-out by the token would end the session used for the other calls.
  for (const { endpoint, method, name } of calls.filter((call) => call.endpoint !== endpoints.signOut)) {
    if (isRight(endpoint.access)) {
      it(`${name} answers 403`, async () =>
        expectRefusal(await ask(method, endpoint.path, customer.token), 'not_allowed'));
    } else if (!isOpen(endpoint)) {
      it(`${name} is open`, async () => {
        const { status } = await ask(method, endpoint.path, customer.token);
        expect([200, 201, 202, 400, 404, 409]).toContain(status);
      });
    }
  }
});

describe('for staff', () => {
  const people = new Map<string, Person>();
  const roleSets: StaffRole[][] = [...staffRoles.map((role) => [role]), ['operator', 'accountant']];
  beforeAll(async () => {
    for (const roles of roleSets) people.set(roles.join(), await makeStaff(portal, ...roles));
  });
  for (const roles of roleSets) {
    for (const { endpoint, method, name } of calls.filter((call) => isRight(call.endpoint.access))) {
      const may = hasRight(roles, endpoint.access as Right);
      it(`${name} ${may ? 'lets' : 'refuses'} ${roles.join(' with ')}`, async () => {
        const answer = await ask(method, endpoint.path, people.get(roles.join())!.token);
        if (may) expect(answer.status).not.toBe(403);
        else expectRefusal(answer, 'not_allowed');
      });
    }
  }

  it('keeps the auditor from changing anything, and gives each right to the owner', () => {
    for (const { endpoint, name } of calls.filter(({ method }) => method !== 'GET'))
      if (isRight(endpoint.access)) expect(hasRight(['auditor'], endpoint.access), name).toBe(false);
    for (const right of Object.keys(rights) as Right[]) {
      expect(hasRight(['owner'], right)).toBe(true);
      expect(hasRight(['customer'], right)).toBe(false);
    }
    expect(isStaff(['customer'])).toBe(false);
    for (const role of staffRoles) expect(isStaff([role])).toBe(true);
  });
});

describe('the routes', () => {
  it('are all declared in the contract', () => {
    const own = [...new Set(registered)]
      .filter(
        (route) =>
          !/^(HEAD|OPTIONS) /.test(route) &&
          !/^GET \/(assets|fonts|icons|logos|screens|[\w.-]+\.\w+)/.test(route),
      )
      .sort();
    expect(own).toEqual(calls.map(({ name }) => name).sort());
  });

  it('are declared once each, with a slash at the end and a summary', () => {
    const names = calls.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { path, summary } of declared) {
      expect(path).toMatch(/^\/[a-z0-9:/_-]+\/$|^\/[a-z0-9/._-]+\.json$/i);
      expect(summary.length).toBeGreaterThan(5);
    }
  });

  it('that move money or make a document honour a key for repeats', () => {
    const aboutMoney: readonly string[] = ['cash.take', 'wallets.move', 'orders.refund'] satisfies Right[];
    // They move nothing themselves, or settle what is asked for once.
    const repeatable = [
      'POST /account/payments/:id/check/',
      'POST /account/settlements/:id/items/:position/resolve/',
      'POST /account/books/audit/',
    ];
    const making: readonly string[] = recordKinds.map((kind) => documentKinds[kind].record.makePath);
    const answersFile = ({ output }: Endpoint) =>
      output instanceof z.ZodObject && 'file_code' in output.shape;
    const moving =
      /orders\/(:id\/(cancel\/)?)?$|re-upload|transactions\/(create|withdrawl)|nid-details|payment\/:provider\/create/;
    const mustHave = (endpoint: Endpoint) =>
      aboutMoney.includes(endpoint.access) ||
      making.includes(endpoint.path) ||
      answersFile(endpoint) ||
      (moving.test(endpoint.path) && !endpoint.path.endsWith('/preview/'));
    const changing = calls.filter(({ method, name }) => method !== 'GET' && !repeatable.includes(name));
    const keyless = changing.filter(({ endpoint }) => mustHave(endpoint) && !endpoint.idempotent);
    expect(keyless.map(({ name }) => name)).toEqual([]);
    const names = changing.filter(({ endpoint }) => mustHave(endpoint)).map(({ name }) => name);
    for (const name of [
      'orders/:id/refund',
      'transactions/:id/approve',
      'extract-tin-data',
      'new-birth-certificate',
    ])
      expect(names).toContain(`POST /account/${name}/`);
  });
});
