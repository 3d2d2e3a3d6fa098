import { pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
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
 * Lets what nobody uses of the router be left out: its components are made by calls and named by assignments, which a
 * bundler has to take for effects.
 */
function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    transform(code, id) {
      if (!id.includes('/node_modules/react-router/')) return null;
      const calls = /= (?=React\$1\.(createContext|forwardRef|memo)\()/g;
      const names = /^\w+\.displayName = "\w+";$/gm;
      return { code: code.replace(calls, '= /* @__PURE__ */ ').replace(names, ''), map: null };
    },
  };
}

/** Leaves out the query client's own way to change data, which this app does by plain calls: 0.9 kB of the first file. */
function withoutMutations(): Plugin {
  return {
    name: 'without-mutations',
    load(id) {
      if (!id.endsWith('/@tanstack/query-core/build/modern/mutationCache.js')) return null;
      return 'export class MutationCache { clear() {} async resumePausedMutations() {} }';
    },
  };
}

/**
 * Moves the style sheet below the frame of the page: a sheet in the head would hold the first paint back until it is there.
 * The app's own code runs after it all the same.
 */
function sheetBelowFrame(): Plugin {
  return {
    name: 'sheet-below-frame',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheet = /\s*<link rel="stylesheet"[^>]*>/;
        const [link = ''] = sheet.exec(html) ?? [];
        return html.replace(sheet, '').replace(/\s*<noscript>/, (next) => link + next);
      },
    },
  };
}

/**
 * What loads when it is first needed. All else is one file, for cut finer it compresses worse and asks more often; so
 * what the home screen can do without is named here.
 */
const ON_DEMAND = new RegExp(
  [
    '/client/screens/(?!home/)',
    '/client/layout/(consent-sheet|news|regain)',
    '/client/runtime/(expiry/|queries/(endless|refetch-on-return|refresh-shown|silent-refetch))',
    '/contract/calls/(account|comic|library|listings|rewards|support|wallet)',
    '/client/features/(act-key|address-choice|age-dialog|chapter-ranges|chapter-words|choice-row|comic-grid|countdown|endless-list|follow|fresh-profile|genre-listing|listing-gestures|login-dialog|missing-state|progress|proof|rich-text|screen-id|send-code|share|tab-row|titled-screen|unlock|with-banners|yuan)/',
    '/client/features/way-back/way-back',
    '/client/features/lazy-image/lazy-background',
    '/client/ui/(confirm-dialog|dialog|password-field|screen-icons|search-field|text-button|text-field)',
    '/node_modules/@tanstack/.*/(infiniteQueryObserver|useInfiniteQuery)',
    '/node_modules/(altcha-lib|@noble/hashes)/',
  ].join('|'),
);

export default defineConfig({
  root: 'client',
  cacheDir: '../.cache/vite',
  plugins: [contractWithoutSchemas(), leanRouter(), withoutMutations(), sheetBelowFrame(), react(), tailwindcss()],
  define: {
    __API_KEY__: JSON.stringify(process.env.API_KEY || DEFAULT_KEY),
    __API_IV__: JSON.stringify(process.env.API_IV || DEFAULT_IV),
  },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: ['safari16.4', 'ios16.4', 'chrome111', 'firefox115'],
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', test: (id) => !ON_DEMAND.test(id) }] } },
    },
  },
});
