// Serves the built web client: hashed assets are cached for a year, the page itself never.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultSettings } from '#contract/settings/rules.ts';
import { pagePattern } from '#contract/web/pages.ts';
import { removeDocumentHeaders } from './document-headers.ts';
import { withShopName } from './escape-html.ts';
import { manifestPath, writeManifest } from './web-manifest.ts';

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** Whether to respond with a page: to browsers, and for known pages also to link previews of messengers, which accept any type. */
function wantsPage(request: FastifyRequest, isPage: boolean): boolean {
  if (!isReading(request)) return false;
  const accept = request.headers.accept ?? '*/*';
  return accept.includes('text/html') || (isPage && accept.includes('*/*'));
}

export interface WebClientDeps {
  /** Output folder of the client's build. */
  readonly folder: string;
  readonly publicOrigin: string;
  readonly isSandbox: boolean;
  /** Whether a shared link still works, for this caller's address. @throws Fault after too many guesses */
  readonly isLiveShare: (token: string, ip: string) => Promise<boolean>;
  /** Renders the front page; undefined if there is none. */
  readonly renderFrontPage: (() => Promise<string>) | undefined;
  /** Details of the shop that are embedded in every page. */
  readonly describeShop: () => Promise<{ readonly name: { readonly bn: string } }>;
  /** Responds to a request for an unknown address. */
  readonly sendNotFound: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** Adds what only the running portal knows: whether it is a sandbox, and its public address. */
function completePage(page: string, { publicOrigin, isSandbox }: WebClientDeps, isFront: boolean): string {
  const tags = [
    ...(isFront
      ? [
          `<link rel="canonical" href="${publicOrigin}/" />`,
          `<meta property="og:url" content="${publicOrigin}/" />`,
        ]
      : []),
    `<meta property="og:image" content="${publicOrigin}/preview.png" />`,
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    `<link rel="manifest" href="${manifestPath}" />`,
    '<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />',
  ];
  return page
    .replace('<html lang="bn"', `<html lang="bn" data-sandbox="${isSandbox ? 'on' : 'off'}"`)
    .replace('</head>', `  ${tags.join('\n    ')}\n  </head>`);
}

function withShop(page: string, data: string): string {
  return page.replace(
    '</body>',
    () => `<script type="application/json" id="shop-data">${data}</script>\n  </body>`,
  );
}

function headersOf(file: string): Record<string, string> {
  // Nearly every browser gets the compressed file.
  const path = file.replace(/\.(?:br|gz)$/, '');
  const cached = path.includes('/assets/')
    ? 'public, max-age=31536000, immutable'
    : path.endsWith('/worker.js')
      ? 'no-cache'
      : 'public, max-age=300';
  // The barcode reader compiles WebAssembly in a worker, whose policy comes with its own script.
  return /\/read-code\.worker-[^/]*\.js$/.test(path)
    ? {
        'Cache-Control': cached,
        'Content-Security-Policy':
          "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      }
    : { 'Cache-Control': cached };
}

const isPartOfPage = (path: string) =>
  /\/assets\/[^/]+\.(?:js|css|woff2)(?:\.(?:br|gz))?$/.test(path) && !path.includes('.worker-');

function setHeaders(reply: FastifyReply, path: string): void {
  reply.headers(headersOf(path));
  if (isPartOfPage(path)) removeDocumentHeaders(reply);
}

const sendManifest = (reply: FastifyReply, shopName: string) =>
  reply
    .type('application/manifest+json; charset=utf-8')
    .headers({ 'Cache-Control': 'public, max-age=300' })
    .send(writeManifest(shopName));

export async function serveWebClient(app: FastifyInstance, deps: WebClientDeps): Promise<void> {
  const { folder, renderFrontPage, sendNotFound } = deps;
  const indexPath = join(folder, 'index.html');
  if (!existsSync(indexPath)) {
    app.setNotFoundHandler((request, reply) => sendNotFound(request, reply));
    return;
  }
  const index = completePage(readFileSync(indexPath, 'utf8'), deps, false);
  // While the database is unreachable, the last rendered front page is served.
  let front = index;
  const frontPage = async () => {
    const rendered = await renderFrontPage?.().catch(() => undefined);
    if (rendered !== undefined) front = completePage(rendered, deps, true);
    return front;
  };
  let shop: { name: string; data: string } = { name: defaultSettings.shop.name_bn, data: '' };
  const readShop = async () => {
    const described = await deps.describeShop().catch(() => undefined);
    if (!described) return shop;
    // A browser does not execute this type.
    shop = { name: described.name.bn, data: JSON.stringify(described).replaceAll('<', '\\u003c') };
    return shop;
  };
  const usual = {
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders,
  } as const satisfies Partial<FastifyStaticOptions>;
  // One route for all hashed files: a route for each of the hundreds would take a quarter of the start time. The few others get a route each, because a
  // wildcard would collide with the API.
  await app.register(fastifyStatic, {
    ...usual,
    root: join(folder, 'assets'),
    prefix: '/assets/',
    // Names change with contents, so browsers need no revalidation.
    etag: false,
    lastModified: false,
  });
  await app.register(fastifyStatic, {
    ...usual,
    root: folder,
    wildcard: false,
    globIgnore: ['assets/**'],
    decorateReply: false,
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (path === manifestPath && isReading(request)) return sendManifest(reply, (await readShop()).name);
    const shared = /^\/s\/([^/]+)\/?$/.exec(path)?.[1];
    const isPage =
      pagePattern.test(path) && (shared === undefined || (await deps.isLiveShare(shared, request.ip)));
    if (!wantsPage(request, isPage)) return sendNotFound(request, reply);
    if (shared !== undefined) reply.header('X-Robots-Tag', 'noindex, nofollow');
    const { name, data } = await readShop();
    // The front page already has the shop's name, and its services may use the product's name as a common word.
    const named = path === '/' ? await frontPage() : withShopName(index, defaultSettings.shop.name_bn, name);
    const page = withShop(named, data);
    const tag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
    reply
      .status(isPage ? 200 : 404)
      .type('text/html; charset=utf-8')
      .headers({ 'Cache-Control': 'no-cache', ETag: tag });
    if (isPage && request.headers['if-none-match']?.includes(tag)) return reply.status(304).send();
    return reply.send(page);
  });
}
