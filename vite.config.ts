// Builds the web client from src/web into dist/web; in development it forwards API paths to the server.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, minifySync, type Plugin, type Rolldown } from 'vite';
import { firstPages } from './scripts/first-pages.ts';
import { oldestBrowsers } from './scripts/oldest-browsers.ts';
import { fetchedTogether } from './scripts/web-chunks.ts';
import { endpoints } from './src/contract/endpoints.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(here('./package.json'), 'utf8')) as { version: string };

/** Modules that are put together by the visits that fetch them; the other libraries have files of their own. */
const ours =
  /src\/.*\.tsx?$|node_modules\/(?:idb|lucide-react|clsx|class-variance-authority)\/|vite\/preload-helper/;

const api = process.env.API_PROXY ?? 'http://127.0.0.1:3000';
/** First segments of all declared paths; the live channel has a line of its own below. */
const apiPaths = [...new Set(Object.values(endpoints).map(({ path }) => path.split('/')[1]!))].filter(
  (part) => part !== 'ws',
);
const apiPattern = `^/(${apiPaths.map((part) => part.replaceAll('.', '\\.')).join('|')})(/|$)`;

/**
 * Puts into the page's head the small script that sets theme and language before the first paint (a file, as the CSP allows no inline scripts), with
 * the names of the code that it fetches early. Nothing fetches the Bengali font early: its 75 kB would come between a phone and the first text, which
 * the phone's own font shows as well.
 */
function firstPaint(): Plugin {
  const path = here('./src/web/lib/loading/first-paint.js');
  const { code: source } = minifySync(path, readFileSync(path, 'utf8'));
  let script = '';
  return {
    name: 'first-paint',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    buildStart() {
      script = this.emitFile({ type: 'asset', name: 'first-paint.js', source });
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') return this.error('index.html is missing from the bundle');
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
        /** A page's code with its imports, without what comes with the page or was named before. */
        const withImports = (wanted: string, before: ReadonlySet<string> = new Set()) => {
          const found = new Set<string>();
          const add = (file: string) => {
            if (found.has(file) || before.has(file) || String(page.source).includes(file)) return;
            found.add(file);
            for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) add(next);
          };
          add(chunks.find(({ name }) => name === wanted)!.fileName);
          return found;
        };
        const router = withImports('app');
        const frames = {
          customer: withImports('customer-shell', router),
          desk: withImports('admin-shell', router),
        };
        const english = withImports('english', router.union(frames.customer));
        const englishDesk = withImports('english-desk', router.union(frames.desk));
        const inOrder = (files: ReadonlySet<string>) => [...files].map((file) => `/${file}`).join(' ');
        const pages = Object.entries(firstPages).map(([address, { name, ...page }]) => {
          const frame = address.startsWith('/app') ? frames.customer : frames.desk;
          return [address, { files: inOrder(withImports(name, router.union(frame))), ...page }];
        });
        const lists = {
          router: inOrder(router),
          entry: inOrder(withImports('entry-pages')),
          customer: inOrder(frames.customer),
          desk: inOrder(frames.desk),
          english: inOrder(english),
          englishdesk: inOrder(englishDesk),
          pages: JSON.stringify(Object.fromEntries(pages)),
          api: (process.env.VITE_API_ORIGIN ?? '').replace(/\/$/, ''),
        };
        const attributes = Object.entries(lists).map(
          ([name, value]) => `data-${name}='${value.replaceAll("'", '&#39;')}'`,
        );
        const tag = `<script id="first-paint" src="/${this.getFileName(script)}" ${attributes.join(' ')}></script>`;
        page.source = String(page.source).replace('<!-- first paint -->', tag);
      },
    },
  };
}

/** Lists the files that the service worker keeps: what the pages of customers and guests load, sooner or later, and what those of staff load beside it. */
function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const entry = Object.values(bundle).find((one) => one.type === 'chunk' && one.isEntry)!.fileName;
        const findLoaded = (isWanted: (chunk: Rolldown.OutputChunk) => boolean) => {
          const found = new Set<string>();
          const waiting = [entry];
          for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
            const chunk = bundle[name];
            if (found.has(name) || chunk?.type !== 'chunk' || !isWanted(chunk)) continue;
            found.add(name);
            waiting.push(...chunk.imports, ...chunk.dynamicImports);
            for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
          }
          return found;
        };
        const files = findLoaded(
          ({ facadeModuleId }) => !/\/(?:areas\/admin|features\/\w+\/staff)\//.test(facadeModuleId ?? ''),
        );
        // Of the fonts, the two scripts of the screens; and the script that runs before the first paint.
        for (const name of Object.keys(bundle))
          if (/\/(?:first-paint|logo)-|-(?:bengali|latin)-wght-[^/]*\.woff2$/.test(name)) files.add(name);
        const inOrder = (names: Set<string>) => [...names].sort().map((name) => `/${name}`);
        const release = {
          entry: `/${entry}`,
          files: inOrder(files),
          staffFiles: inOrder(findLoaded(() => true).difference(files)),
        };
        mkdirSync(here('./dist'), { recursive: true });
        writeFileSync(here('./dist/release.json'), JSON.stringify(release));
      },
    },
  };
}

export default defineConfig({
  root: here('./src/web'),
  publicDir: here('./src/web/public'),
  define: { __APP_VERSION__: JSON.stringify(version) },
  plugins: [react(), tailwindcss(), firstPaint(), offlineFiles()],
  build: {
    outDir: here('./dist/web'),
    emptyOutDir: true,
    target: oldestBrowsers,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page has these before it imports more: naming them again would only lengthen its lists.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js'
          ? files.filter((file) => !/^assets\/(?:react|rolldown-runtime)-/.test(file))
          : files,
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first visit's list names every page's files: seven signs tell a few hundred of them apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // Few files instead of many small ones: on a phone each request costs more than a kilobyte does.
        codeSplitting: {
          groups: [
            // With the one line that all English texts need: a file of its own would be one more to fetch, and in the list of every page.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\/|web\/text\/counted\./,
              priority: 5,
            },
            {
              name: 'router',
              test: /node_modules\/(@tanstack|seroval)/,
              priority: 3,
            },
            // English comes for those who chose it, all of an area at once.
            {
              name: 'english-desk',
              test: /web\/.*(?:staff-text-en|(?:staff|admin|checkup|settings|catalogue|reports|refunds)\/text-en)\./,
              includeDependenciesRecursively: false,
              priority: 6,
            },
            {
              name: 'english',
              test: /web\/(?:features|areas\/customer|ui\/list)\/.*text-en\.|contract\/\w+\/words-en\./,
              includeDependenciesRecursively: false,
              priority: 5,
            },
            // Of what menus and dialogs are made of, which come after the page, the part that tabs need with it.
            {
              name: 'tabs',
              test: /node_modules\/@radix-ui\/react-(tabs|roving-focus|collection|presence|direction|id|primitive|slot|compose-refs|context|use-[\w-]+)\/|node_modules\/@radix-ui\/primitive\//,
              priority: 4,
            },
            {
              name: 'overlays',
              test: /node_modules\/(@radix-ui|radix-ui|@floating-ui|aria-hidden|react-remove|react-style|use-)/,
              priority: 3,
            },
            {
              name: (id, context) => fetchedTogether(id, (one) => context.getModuleInfo(one), ours),
              debugName: 'fetched together',
              // What a module imports is fetched by whoever fetches the module, and maybe by others.
              includeDependenciesRecursively: false,
              test: ours,
              priority: 0,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [here('.')] },
    proxy: {
      [apiPattern]: { target: api, changeOrigin: false },
      '/ws/': { target: api, ws: true },
    },
  },
});
