import path from 'node:path';
import { pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Leaves the path of each call of a file that defines calls, and who may make it, so that the page carries no schema. Its other
 * exports are dropped. A file without a call stays as it is.
 */
function callsWithoutSchemas(): Plugin {
  return {
    name: 'calls-without-schemas',
    enforce: 'pre',
    async transform(_code, id) {
      if (!/\/contract\/console\/[\w-]+\.ts$/.test(id)) return null;
      const calls: Record<string, { path?: string; who?: unknown; authorScope?: unknown }> = await import(
        pathToFileURL(id).href
      );
      if (!Object.values(calls).some((each) => each?.path)) return null;
      const lines = Object.entries(calls).flatMap(([name, { path, who, authorScope }]) => {
        const kept = { path, who, ...(authorScope !== undefined && { authorScope: true }) };
        return path === undefined ? [] : [`export const ${name} = ${JSON.stringify(kept)};`];
      });
      return { code: lines.join('\n'), map: null };
    },
  };
}

/** The build of the operators' console. It is apart from the reader's app, which gains no byte by it. */
export default defineConfig({
  root: path.join(import.meta.dirname, 'console'),
  base: '/console/',
  cacheDir: path.join(import.meta.dirname, '.cache/vite-console'),
  plugins: [callsWithoutSchemas(), react(), tailwindcss()],
  build: {
    outDir: path.join(import.meta.dirname, 'dist/console'),
    target: ['safari16.4', 'ios16.4', 'chrome111', 'firefox115'],
    sourcemap: false,
    // A small picture within the page would need a wider policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
  },
});
