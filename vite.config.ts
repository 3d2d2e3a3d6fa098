import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import type { Call } from './contract/call.ts';
import { DEFAULT_IV, DEFAULT_KEY } from './contract/envelope.ts';

/**
 * Leaves of every contract entry what a client needs, its path and who may call, so that each call is written once
 * and no schema travels to a phone.
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

/**
 * Moves the style sheet below the frame of the page: a sheet in the head would hold the first paint back until it is there. It
 * applies when the starter starts the app: the frame has its own, and would only be styled once more before it is replaced.
 */
function sheetBelowFrame(): Plugin {
  return {
    name: 'sheet-below-frame',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheet = /\s*<link rel="stylesheet"[^>]*>/;
        const [link = ''] = sheet.exec(html) ?? [];
        const waiting = link.replace('<link', '<link media="not all"');
        return html.replace(sheet, '').replace(/\s*<script type="application\/json"/, (next) => waiting + next);
      },
    },
  };
}

/** Writes sheets that are marked so into the page: what the starter draws with them waits for nothing but this page. */
function sheetsInPage(): Plugin {
  return {
    name: 'sheets-in-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replaceAll(/<link rel="stylesheet" href="([^"]*)" data-inline \/>/g, (_link, href: string) => {
          return `<style>${readFileSync(path.join(CLIENT, href), 'utf8')}</style>`;
        }),
    },
  };
}

const CLIENT = path.join(import.meta.dirname, 'client');
const STARTER = '<script src="/first-screen/starter.ts" data-inline></script>';

/**
 * Writes the starter into the page, whole: nothing is to be asked for before it runs. The app's own script waits in a template
 * until the starter takes it out, because it would share the line with the first pictures.
 */
function starterInPage(): Plugin {
  return {
    name: 'starter-in-page',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        if (!html.includes(STARTER)) return html;
        const code = await bundleStarter();
        return html.replace(STARTER, () => `<script>${code}</script>`);
      },
    },
  };
}

async function bundleStarter(): Promise<string> {
  const built = await build({
    configFile: false,
    root: CLIENT,
    logLevel: 'warn',
    build: {
      write: false,
      target: TARGET,
      rolldownOptions: { input: path.join(CLIENT, 'first-screen/starter.ts'), output: { format: 'iife' } },
    },
  });
  const [chunk] = 'output' in built ? built.output : [];
  if (!chunk) throw new Error('The starter was not built.');
  return chunk.code.trim();
}

function appInTemplate(): Plugin {
  return {
    name: 'app-in-template',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const entry = /\s*(<script type="module"[^>]*><\/script>)/;
        const [, script = ''] = entry.exec(html) ?? [];
        const links = SHARED_SCREENS.flatMap((screen) => linksOf(screen, bundle)).join('');
        return html
          .replace(entry, '')
          .replace(
            '<script type="application/json"',
            (next) => `<template id="app">${links}${script}</template>\n    ${next}`,
          );
      },
    },
  };
}

/** Screens that a first visit may begin with, because their addresses are shared. */
const SHARED_SCREENS = ['comic', 'chapter'];

/** Preload hints for the files of a screen beside the first file. The starter uses those of the opened screen. */
function linksOf(screen: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${screen}/${screen}-screen.tsx`));
  if (!own) throw new Error(`There is no screen ${screen}.`);
  const code = new Set([own]);
  // Iteration of a set includes elements that are added meanwhile.
  for (const { imports } of code)
    for (const next of chunks) if (!next.isEntry && imports.includes(next.fileName)) code.add(next);
  const allUtilities = Object.keys(bundle).filter((name) => /^assets\/all-utilities-.*\.css$/.test(name));
  const sheets = [...code].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
  const hint = (attributes: string) => `<link data-screen="${screen}" crossorigin ${attributes}>`;
  return [
    ...[...code].map(({ fileName }) => hint(`rel="modulepreload" href="/${fileName}"`)),
    ...[...allUtilities, ...sheets].map((name) => hint(`rel="preload" as="style" href="/${name}"`)),
  ];
}

const WORKER = 'service-worker';
/** Files outside the build that a kept page needs without a network. */
const BESIDE = ['unsupported-browser.js', 'icon.svg'];

/** Writes the list of the app's files into the service worker. */
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
      const { paths }: { paths: Record<string, string> } = await import(
        pathToFileURL(path.join(CLIENT, 'paths.ts')).href
      );
      // A `ShellFiles` of the worker.
      const shell = {
        build: digest.digest('hex').slice(0, 8),
        entry,
        files: [...built, ...BESIDE].map((name) => `/${name}`),
        screens: [...new Set(Object.values(paths).map((each) => each.split('/')[1] ?? ''))],
      };
      worker.code = worker.code.replace('__SHELL__', () => JSON.stringify(shell));
    },
  };
}

/** What the first paint needs: the app around the screens, and the home screen. */
const FIRST = ['client/index.html', 'client/screens/home/home-screen.tsx'];
/** The bundler's own code. */
const OWN = /^\0/;
/** Comes with the index of its package, which names it beside what the first paint needs. */
const LATER = /\/(infiniteQueryObserver|useInfiniteQuery)\.js$/;

/**
 * What most screens share. Cut finer, the first file would carry twenty names more, and a phone would ask for each.
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
    name: 'screens',
    test: /\/client\/features\/(text\/(countdown|format)|downloads\/(can-download|kept)|account\/use-fresh-profile|listings\/listing-gestures\/offline-note|navigation\/(missing-state|use-present-address|use-screen-id|tab-row|titled-screen|way-back\/way-back)|share\/share)|\/ui\/(confirm-dialog|dialog|screen-icons|text-button)/,
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

/** Everything that these modules import, and what that imports; not what they import when it is needed. */
function reachableFrom(roots: string[], modules: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set(roots);
  // Iteration of a set includes elements that are added meanwhile.
  for (const id of reached) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}

const TARGET = ['safari16.4', 'ios16.4', 'chrome111', 'firefox115'];

export default defineConfig({
  root: 'client',
  cacheDir: '../.cache/vite',
  plugins: [
    contractWithoutSchemas(),
    sheetBelowFrame(),
    sheetsInPage(),
    starterInPage(),
    appInTemplate(),
    react(),
    tailwindcss(),
    shellFiles(),
  ],
  define: {
    __API_KEY__: JSON.stringify(process.env.API_KEY || DEFAULT_KEY),
    __API_IV__: JSON.stringify(process.env.API_IV || DEFAULT_IV),
  },
  build: {
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
  },
});
