import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type BuildEnvironmentOptions, build, defineConfig, type Plugin, type Rolldown } from 'vite';
import type { Call } from './contract/call.ts';
import { DEFAULT_IV, DEFAULT_KEY } from './contract/envelope.ts';
import { paths, RENDERED_PATHS } from './contract/paths.ts';

/**
 * Reduces every entry of the contract to its path and who may call it, so that each call is written once and no schema is sent to
 * a phone.
 */
function contractWithoutSchemas(): Plugin {
  return {
    name: 'contract-without-schemas',
    enforce: 'pre',
    async transform(_code, id) {
      if (!/\/contract\/calls\/[a-z]+\.ts$/.test(id)) return null;
      const calls: Record<string, Pick<Call, 'path' | 'who'>> = await import(pathToFileURL(id).href);
      const lines = Object.entries(calls).flatMap(([name, entry]) =>
        'path' in entry ? [`export const ${name} = ${JSON.stringify({ path: entry.path, who: entry.who })};`] : [],
      );
      return { code: lines.join('\n'), map: null };
    },
  };
}

const CLIENT = path.join(import.meta.dirname, 'client');

/**
 * Writes the marked scripts into the page, each as one file: they run before any other file is there. Vite itself inlines no scripts.
 */
function scriptsInPage(): Plugin {
  const marked = /<script src="\/([^"]+)" data-inline><\/script>/g;
  return {
    name: 'scripts-in-page',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const codes = new Map<string, string>();
        for (const [, file = ''] of html.matchAll(marked)) codes.set(file, await bundleScript(file));
        return html.replaceAll(marked, (_tag, file: string) => `<script>${codes.get(file)}</script>`);
      },
    },
  };
}

async function bundleScript(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: CLIENT,
    logLevel: 'warn',
    plugins: [contractWithoutSchemas()],
    build: {
      write: false,
      target: TARGET,
      rolldownOptions: { input: path.join(CLIENT, file), output: { format: 'iife' } },
    },
  });
  const [chunk] = 'output' in built ? built.output : [];
  if (!chunk) throw new Error(`${file} was not built.`);
  return chunk.code.trim();
}

const WORKER = 'service-worker';
/** Files outside the build that a kept page needs without a network. */
const BESIDE = ['unsupported-browser.js', 'icon.svg'];

/** Writes the list of the app's files into the service worker, which can't know their names otherwise. */
function shellFiles(): Plugin {
  return {
    name: 'shell-files',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const worker = bundle[`${WORKER}.js`];
      const page = bundle['index.html'];
      if (worker?.type !== 'chunk' || page?.type !== 'asset') throw new Error('The worker or the page was not built.');
      if (worker.imports.length > 0) throw new Error('The worker must be one file, for it is no module.');
      const [, entry = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(String(page.source)) ?? [];
      const built = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name));
      const digest = createHash('sha256').update(built.join()).update(page.source);
      for (const name of BESIDE) digest.update(await readFile(path.join(CLIENT, 'public', name)));
      // A `ShellFiles` of the worker.
      const shell = {
        build: digest.digest('hex').slice(0, 8),
        entry,
        files: [...built, ...BESIDE].map((name) => `/${name}`),
        screens: firstSegments(Object.values(paths)),
        rendered: firstSegments(RENDERED_PATHS),
      };
      worker.code = worker.code.replace('__SHELL__', () => JSON.stringify(shell));
    },
  };
}

const firstSegments = (all: readonly string[]) => [...new Set(all.map((each) => each.split('/')[1] ?? ''))];

/** The code of the first paint: the app around the screens, and the home screen. */
const FIRST = ['client/index.html', 'client/screens/home/home-screen.tsx'];
/** The bundler's own code. */
const OWN = /^\0/;
/** The index of its package imports it together with parts of the first paint. */
const LATER = /\/(infiniteQueryObserver|useInfiniteQuery)\.js$/;

/**
 * Code that most screens share. Cut finer, the first file would carry twenty names more, and a phone would ask for each.
 */
const SHARED = [
  { name: 'calls', test: /\/contract\/calls\// },
  {
    name: 'lists',
    test: /\/client\/(features\/listings\/(use-address-choice|choice-row|comic-grid|endless-list|list-end|genre-|with-banners)|runtime\/queries\/endless)|infiniteQueryObserver|useInfiniteQuery/,
  },
  { name: 'listings', test: /\/client\/screens\/(complete|free|freesale|new|ranking|weekly)\// },
  {
    name: 'forms',
    test: /\/client\/features\/account\/(use-change|phone-sheet|proof\/(proof-note|send-with-proof)|send-code)|\/ui\/(password-field|text-field)/,
  },
  {
    name: 'wallet',
    test: /\/client\/features\/buying\/(reward-words|chapters\/(forget-balances|use-asset-names))|\/ui\/reward-icons/,
  },
  {
    name: 'dialogs',
    test: /\/ui\/(confirm-dialog|dialog\.|overlay-host|sheet-drag|text-button)/,
  },
  {
    // The buttons for a comic, in the detail and the reader.
    name: 'comic-actions',
    test: /\/client\/features\/(comics\/follow\/|share\/share|feedback\/(use-feedback|error-report|feedback-types))/,
  },
  {
    name: 'screen-parts',
    test: /\/client\/features\/(text\/(countdown|format)|downloads\/can-download|account\/use-fresh-profile|listings\/listing-gestures\/offline-note|navigation\/(tab-row|titled-screen|use-search-params))/,
  },
  {
    name: 'screens',
    test: /\/client\/features\/navigation\/(missing-state|use-current-address|use-screen-id|way-back\/way-back)|\/ui\/(screen-icons|use-debounced)/,
  },
];

/**
 * The modules that the first paint needs are one file, for cut finer it compresses worse and asks more often; all others
 * load when they are first needed.
 */
function filesOfCode() {
  let first: Set<string> | undefined;
  return (id: string, modules: Rolldown.ChunkingContext): string | null => {
    first ??= reachableFrom(
      FIRST.map((file) => path.join(import.meta.dirname, file)),
      modules,
    );
    if (OWN.test(id) || (first.has(id) && !LATER.test(id))) return 'first';
    return SHARED.find(({ test }) => test.test(id))?.name ?? null;
  };
}

/** All modules that these modules import, directly or indirectly, without dynamic imports. */
function reachableFrom(roots: string[], modules: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set(roots);
  // Iterating a set includes elements that are added during the iteration.
  for (const id of reached) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}

const TARGET = ['safari16.4', 'ios16.4', 'chrome111', 'firefox115'];

/** The app for readers, and the program that renders its first screens on the server. */
const CLIENT_BUILD: BuildEnvironmentOptions = {
  outDir: '../dist/client',
  emptyOutDir: true,
  manifest: true,
  sourcemap: false,
  target: TARGET,
  reportCompressedSize: false,
  modulePreload: { polyfill: false },
  rolldownOptions: {
    input: {
      index: path.join(CLIENT, 'index.html'),
      [WORKER]: path.join(CLIENT, 'shell-worker/shell-worker.ts'),
    },
    output: {
      // The browser looks for a newer worker at the address of the old one.
      entryFileNames: ({ name }) => (name === WORKER ? '[name].js' : 'assets/[name]-[hash].js'),
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: filesOfCode() }] },
    },
  },
};

/** The same screens for the server, which renders the first one of a page. */
const SERVER_BUILD: BuildEnvironmentOptions = {
  emptyOutDir: true,
  reportCompressedSize: false,
  copyPublicDir: false,
  // The styles are those of the client's build; these are dropped, and Tailwind has not run.
  cssMinify: false,
  rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
};

export default defineConfig(({ isSsrBuild }) => ({
  root: 'client',
  cacheDir: '../.cache/vite',
  plugins: [contractWithoutSchemas(), react(), ...(isSsrBuild ? [] : [scriptsInPage(), tailwindcss(), shellFiles()])],
  define: {
    __API_KEY__: JSON.stringify(process.env.API_KEY || DEFAULT_KEY),
    __API_IV__: JSON.stringify(process.env.API_IV || DEFAULT_IV),
    // React would choose its development code by the environment of the running server.
    ...(isSsrBuild && { 'process.env.NODE_ENV': '"production"' }),
  },
  ssr: { noExternal: true },
  build: isSsrBuild ? SERVER_BUILD : CLIENT_BUILD,
}));
