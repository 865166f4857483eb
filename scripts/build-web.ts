// Builds the web client into dist/web when its sources changed since the last build, and compresses the output.
import { createHash } from 'node:crypto';
import {
  constants as access,
  accessSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { oldestBrowsers } from './oldest-browsers.ts';
import { fingerprintSources } from './proof/sources.ts';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'dist/web-sources');

function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = globSync(
    [
      'src/web/**/*',
      'src/contract/**/*',
      'scripts/build-web.ts',
      'scripts/first-pages.ts',
      'scripts/oldest-browsers.ts',
      'scripts/web-chunks.ts',
      'vite.config.ts',
      'package-lock.json',
      'package.json',
    ],
    {
      cwd: root,
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
  hash.update(process.env.VITE_API_ORIGIN ?? '');
  return hash.digest('hex');
}

/**
 * Writes the rendered front page beside the empty page: `landing.html`, served only at `/`, and `landing.json` with the templates from which the
 * server renders its services.
 */
async function renderFrontPage(build: typeof import('vite').build): Promise<void> {
  const outDir = join(root, 'dist/prerender');
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: join(root, 'src/web/prerender.tsx'), outDir, emptyOutDir: true, minify: false },
  });
  // Storage that remembers nothing; Node's own would only warn that it is missing.
  Object.defineProperty(globalThis, 'localStorage', { value: undefined, configurable: true });
  const { prerenderFrontPage } = (await import(
    `${pathToFileURL(join(outDir, 'prerender.js')).href}?${Date.now()}`
  )) as { prerenderFrontPage: () => Promise<{ page: string } & Record<string, string>> };
  const page = readFileSync(join(root, 'dist/web/index.html'), 'utf8');
  const { page: renderedPage, ...parts } = await prerenderFrontPage();
  const rendered = page.replace(/<!-- waiting[\s\S]*<!-- \/waiting -->/, () => renderedPage);
  if (rendered.length < page.length + 1000) throw new Error('the front page was drawn without its text');
  writeFileSync(join(root, 'dist/web/landing.html'), rendered);
  writeFileSync(join(root, 'dist/web/landing.json'), JSON.stringify(parts));
  rmSync(outDir, { recursive: true });
}

/** Builds the service worker, with the list of files it caches. Its address never changes, so that browsers find the next version there. */
async function buildWorker(build: typeof import('vite').build): Promise<void> {
  const release = readFileSync(join(root, 'dist/release.json'), 'utf8');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { __RELEASE__: release },
    build: {
      outDir: join(root, 'dist/web'),
      emptyOutDir: false,
      target: oldestBrowsers,
      rolldownOptions: {
        input: join(root, 'src/web/worker.ts'),
        output: { format: 'iife', entryFileNames: 'worker.js' },
      },
    },
  });
}

/** Writes the fingerprint of the sources, which the page /proof compares with what was proven. The server's sources count too, so it is written even if
 * nothing is built. */
function writeSources(): void {
  const path = join(root, 'dist/web/sources.json');
  const text = JSON.stringify({ sources: fingerprintSources(root) });
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  endUnlessWritable();
  writeFileSync(path, text);
}

/** Exits with one line if another user, such as root, has built before. */
function endUnlessWritable(): void {
  for (const folder of ['dist', 'dist/web', 'dist/web/assets'].map((name) => join(root, name)))
    try {
      if (existsSync(folder)) accessSync(folder, access.W_OK);
    } catch {
      process.stderr.write(
        `${folder} belongs to another user, who has built the web client before: remove it as that user, and start again.\n`,
      );
      process.exit(1);
    }
}

/** Compresses files in parallel, because that takes longer than the rest of a build. Each appears atomically, because a portal may already be serving. */
async function compressFiles(): Promise<void> {
  const [shrink, zip] = [promisify(brotliCompress), promisify(gzip)];
  const part = (number: number, ending: string) => join(root, `dist/part-${number}.${ending}`);
  const compress = async (entry: string, number: number) => {
    const bytes = await readFile(join(root, entry));
    const made = {
      br: await shrink(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
      gz: await zip(bytes, { level: constants.Z_BEST_COMPRESSION }),
    };
    for (const [ending, content] of Object.entries(made)) {
      await writeFile(part(number, ending), content);
      await rename(part(number, ending), join(root, `${entry}.${ending}`));
    }
  };
  await Promise.all(
    globSync('dist/web/**/*.{js,css,html,svg,json,wasm,webmanifest}', { cwd: root }).map(compress),
  );
}

/** Whether the current sources have been built. */
export function isWebBuilt(): boolean {
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hashOfSources()) return false;
  writeSources();
  return true;
}

/**
 * @param onUsable called when the client can be served, before its files are compressed
 * @returns whether a build was needed
 */
export async function buildWeb(onUsable: () => void = () => undefined): Promise<boolean> {
  if (isWebBuilt()) return false;
  // What is changed meanwhile is built next time.
  const sources = hashOfSources();
  endUnlessWritable();
  const { build } = await import('vite');
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  await renderFrontPage(build);
  await buildWorker(build);
  writeSources();
  onUsable();
  await compressFiles();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, sources);
  return true;
}

if (import.meta.main) await buildWeb(() => process.send?.('usable'));
