import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { automaticServiceCodes } from '#contract/documents/kinds.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();

describe('health', () => {
  it('reports that the process is alive', async () => {
    for (const path of ['/health/live', '/health/live/'])
      expect(await portal.call('GET', path)).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('reports readiness, part by part', async () => {
    expect(await portal.call('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'ok', parts: { database: 'ok', migrations: 'ok', storage: 'ok' } },
    });
  });

  it('is not ready while a migration is missing', async () => {
    const kept = await asOwner(
      portal.ownerUrl,
      'delete from schema_migrations where name = (select max(name) from schema_migrations) returning *',
    );
    const { status, body } = await portal.call('GET', '/health/ready');
    await asOwner(portal.ownerUrl, 'insert into schema_migrations (name, hash) values ($1, $2)', [
      kept[0]!.name,
      kept[0]!.hash,
    ]);
    expect(status).toBe(503);
    expect(body).toEqual({
      status: 'unavailable',
      parts: { database: 'ok', migrations: 'failed', storage: 'ok' },
    });
    expect((await portal.call('GET', '/health/ready')).status).toBe(200);
  });
});

describe('metrics', () => {
  it('count requests by path pattern and contain no personal data', async () => {
    const person = await portal.customer({ email: 'metrics-secret@mail.test' });
    await portal.call('GET', `/account/user/${person.id}/`, { token: person.token });
    await portal.call('GET', '/account/orders/?search=secretsearch', { token: person.token });
    expect((await portal.call('GET', '/verify-document/SECRETCODE/')).status).toBe(404);
    const { status, body, headers } = await portal.call('GET', '/metrics');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('text/plain');
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/account\/user\/:id\/",status="200"\} [1-9]/,
    );
    expect(body).toContain('process_resident_memory_bytes');
    expect(body).not.toMatch(/secret/i);
  });
});

describe('the API’s reference', () => {
  it('is generated from the contract, for people and for tools', async () => {
    const page = await portal.call('GET', '/docs/');
    expect(page.status).toBe(200);
    expect(page.body).toContain('/account/orders/re-upload/:id/');
    expect(page.body).not.toContain('<script');
    const { endpoints } = await import('#contract/endpoints.ts');
    const { body } = await portal.call('GET', '/docs/openapi.json');
    expect(body.openapi).toMatch(/^3\./);
    for (const { path, methods } of Object.values(endpoints))
      for (const method of methods)
        expect(
          body.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()],
          `${method} ${path}`,
        ).toMatchObject({ summary: expect.any(String) });
  });
});

describe('the sandbox', () => {
  it('reports its sandbox parts', async () => {
    expect((await portal.call('GET', '/sandbox/status/')).body).toEqual({
      sandbox: true,
      payments: true,
      registry: true,
      mail: true,
    });
  });

  it('shows 20 invented people to anyone signed in', async () => {
    const person = await portal.customer();
    const { body } = await portal.call('GET', '/sandbox/people/', { token: person.token });
    expect(body).toHaveLength(20);
    for (const invented of body) {
      expect(invented).toEqual({
        nid: expect.stringMatching(/^\d{10}$|^\d{13}$|^\d{17}$/),
        date_of_birth: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        tin: expect.stringMatching(/^\d{12}$/),
        mobile: expect.stringMatching(/^01[3-9]\d{8}$/),
        birth_certificate_no: expect.stringMatching(/^\d{17}$/),
        name_bangla: expect.stringMatching(/^[\u0980-\u09ff :.]+$/),
        name_english: expect.stringMatching(/^[A-Za-z .]+$/),
      });
    }
    expect(new Set(body.map((one: { nid: string }) => one.nid)).size).toBe(20);
    expectRefusal(await portal.call('GET', '/sandbox/people/'), 'not_signed_in');
  });
});

describe('the web client', () => {
  const html = { Accept: 'text/html' };
  it('is served for its pages, and no token appears in an address', async () => {
    for (const path of [
      '/',
      '/login',
      '/signup',
      '/app',
      '/app/my-orders',
      '/admin/dashboard',
      '/verify/ABCD',
    ]) {
      const { status, body, headers } = await portal.call('GET', path, { headers: html });
      expect(status, path).toBe(200);
      expect(body, path).toContain('<!doctype html>');
      expect(headers.get('cache-control'), path).toBe('no-cache');
      const policy = headers.get('content-security-policy');
      for (const rule of [
        "default-src 'none'",
        "script-src 'self';",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ])
        expect(policy, path).toContain(rule);
    }
    expect((await portal.call('GET', '/no/such/page', { headers: html })).status).toBe(404);
    expectRefusal(
      await portal.call('GET', '/no/such/call', { headers: { Accept: 'application/json' } }),
      'not_found',
    );
  });
});

it('forbids caching of the service worker, compressed or not', async () => {
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { headers } = await portal.call('GET', '/worker.js', { headers: { 'Accept-Encoding': encoding } });
    expect(headers.get('content-encoding') ?? 'identity').toBe(encoding);
    expect(headers.get('cache-control'), encoding).toBe('no-cache');
  }
});

it('responds to HEAD for a page or file with the same headers as to GET', async () => {
  for (const path of ['/', '/login', '/manifest.webmanifest', '/worker.js', '/no/such/page']) {
    const asked = { headers: { Accept: 'text/html', 'Accept-Encoding': 'br' } };
    const [page, head] = [await portal.call('GET', path, asked), await portal.call('HEAD', path, asked)];
    expect(head.status, path).toBe(page.status);
    for (const name of ['content-type', 'cache-control', 'content-encoding', 'x-robots-tag', 'vary'])
      expect(head.headers.get(name), `${path} ${name}`).toBe(page.headers.get(name));
  }
});

it('sends only relevant headers with the files of a page; worker scripts keep their policy', async () => {
  const { body, headers: own } = await portal.call('GET', '/login', { headers: { Accept: 'text/html' } });
  expect(own.get('referrer-policy')).toBe('no-referrer');
  expect(own.get('content-security-policy')!.split(';')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' data: blob:",
    `connect-src 'self' ${portal.origin.replace(/^http/, 'ws')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types find-code read-code service-worker 'allow-duplicates'",
  ]);
  const named = [...(body as string).matchAll(/\/assets\/[\w.-]+\.(?:js|css)\b/g)].map(([path]) => path);
  expect(named.length).toBeGreaterThan(5);
  for (const path of named) {
    const { headers } = await portal.call('GET', path);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    for (const name of ['content-security-policy', 'x-frame-options', 'etag', 'last-modified'])
      expect(headers.get(name), `${path} ${name}`).toBeNull();
  }
  const others = readdirSync(join(import.meta.dirname, '../../../dist/web/assets')).filter((name) =>
    /\.worker-[\w-]+\.js$|\.svg$/.test(name),
  );
  expect(others.length).toBeGreaterThan(2);
  for (const name of others) {
    const { headers } = await portal.call('GET', `/assets/${name}`);
    expect(headers.get('content-security-policy'), name).toContain("default-src 'none'");
  }
});

describe('the front page', () => {
  const open = (headers: Record<string, string> = {}) => portal.call('GET', '/', { headers });

  it('contains the services and their prices in its HTML, with a changed price at the next load', async () => {
    const { body: offered } = await portal.call('GET', '/public/services/');
    const { body: page } = await open({ Accept: '*/*' });
    expect(offered).toHaveLength(8 + automaticServiceCodes.length);
    for (const { name } of offered) expect(page).toContain(`<h3 class="text-lg">${name}</h3>`);
    // The automatic ones have one price each.
    expect(page.match(/[০-৯]+\.[০-৯]{2}(?: থেকে)?</g)).toHaveLength(offered.length);
    expect(page.match(/[০-৯]+\.[০-৯]{2} থেকে</g)).toHaveLength(8);
    expect(page).toContain(`<link rel="canonical" href="${portal.origin}/" />`);
    expect(page).toContain(`<meta property="og:url" content="${portal.origin}/" />`);
    expect(page).toContain(`<meta property="og:image" content="${portal.origin}/preview.png" />`);
    expect((await portal.call('GET', '/preview.png')).headers.get('content-type')).toBe('image/png');

    const { AJ: tin } = await servicesByCode(portal);
    const { status } = await portal.call('PATCH', `/account/services/${tin!.id}/`, {
      token: portal.admin.token,
      body: { charge: '765.50' },
    });
    expect(status).toBe(200);
    await asOwner(
      portal.ownerUrl,
      "update services set description = 'টিন <b>ও</b> $& \"অন্য\"' where code = 'AJ'",
    );
    const { body: after } = await open();
    expect(after).toContain('৳\u00a0৭৬৫.৫০');
    // An automatic service has one price.
    expect(after).not.toContain('৳\u00a0৭৬৫.৫০ থেকে');
    expect(after).toContain('টিন &lt;b&gt;ও&lt;/b&gt; $&amp; &quot;অন্য&quot;');
    expect(after).not.toContain('<b>');
  });

  it('is sent compressed, and not again while it is unchanged', async () => {
    for (const encoding of ['br', 'gzip']) {
      const { headers, body } = await open({ 'Accept-Encoding': encoding });
      expect(headers.get('content-encoding')).toBe(encoding);
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(body).toContain('নথির কাজে আর দৌড়ঝাঁপ নয়');
    }
    const plain = await open({ 'Accept-Encoding': 'identity, br;q=0' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const again = await open({ 'If-None-Match': plain.headers.get('etag')! });
    expect(again.status).toBe(304);
    const list = await portal.call('GET', '/public/services/', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(list.headers.get('content-encoding')).toBe('gzip');
    const short = await portal.call('GET', '/sandbox/status/', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(short.headers.get('content-encoding')).toBeNull();
  });
});

describe('the dashboards', () => {
  it('count a customer’s orders and documents against last month', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    const overview = async () =>
      (await portal.call('GET', '/account/user/dashboard/top-overview/', { token: person.token })).body;
    expect(await overview()).toEqual({
      orders: { total: 0, growth_percentage: 0, last_order_date: null },
      self_services: { total: 0, growth_percentage: 0, last_self_service_date: null },
    });
    await portal.topUp(person, '5000');
    const placed = [
      await placeOrder(portal, person, services.AB!),
      await placeOrder(portal, person, services.AB!),
      await placeOrder(portal, person, services.AB!),
    ];
    expect((await overview()).orders).toEqual({
      total: 3,
      growth_percentage: 100,
      last_order_date: placed[2]!.created_on,
    });
    await asOwner(
      portal.ownerUrl,
      `update orders set created_on = (date_trunc('month', now() at time zone 'Asia/Dhaka') - interval '1 month') at time zone 'Asia/Dhaka' where id = any($1)`,
      [placed.slice(0, 2).map(({ id }) => id)],
    );
    expect((await overview()).orders).toMatchObject({ total: 3, growth_percentage: -50 });
  });

  it('count users, orders and money for staff', async () => {
    const before = (
      await portal.call('GET', '/account/admin/dashboard/top-overview/', { token: portal.admin.token })
    ).body;
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    await portal.topUp(person, '1000.50');
    await placeOrder(portal, person, services.AB!);
    const { body } = await portal.call('GET', '/account/admin/dashboard/top-overview/', {
      token: portal.admin.token,
    });
    expect(body.users.total).toBe(before.users.total + 1);
    expect(body.orders).toMatchObject({ total: before.orders.total + 1, pending: before.orders.pending + 1 });
    expect(Number(body.transactions.today_deposit) - Number(before.transactions.today_deposit)).toBeCloseTo(
      1000.5,
    );
    expect(Number(body.transactions.total_balance) - Number(before.transactions.total_balance)).toBeCloseTo(
      1000.5,
    );
    expect(body.transactions.total_balance).toMatch(/^\d+\.\d\d$/);
  });

  it('show staff the ten newest customers and no staff among them', async () => {
    await makeStaff(portal, 'auditor');
    for (let count = 0; count < 10; count += 1) await portal.customer();
    const newest = await portal.customer();
    await portal.topUp(newest, '500');
    await placeOrder(portal, newest, (await servicesByCode(portal)).AB!);
    const { body } = await portal.call('GET', '/account/admin/dashboard/recent-customers/', {
      token: portal.admin.token,
    });
    expect(body).toHaveLength(10);
    const ids = body.map((one: { id: number }) => one.id);
    expect(ids).toEqual([...ids].sort((one: number, two: number) => two - one));
    expect(body[0]).toEqual({
      id: expect.any(Number),
      first_name: 'রহিমা',
      last_name: 'খাতুন',
      username: expect.any(String),
      email: expect.any(String),
      is_active: true,
      balance: 350,
      date_joined: expect.stringMatching(/Z$/),
      profile: { profile_image: null, phone: '01712345678' },
    });
  });
});
