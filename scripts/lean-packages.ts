import type { Plugin } from 'vite';

/**
 * Lets what nobody uses of the router be left out: its components are made by calls and named by assignments, which a
 * bundler has to take for effects.
 */
export function leanRouter(): Plugin {
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
export function withoutMutations(): Plugin {
  return {
    name: 'without-mutations',
    load(id) {
      if (!id.endsWith('/@tanstack/query-core/build/modern/mutationCache.js')) return null;
      return 'export class MutationCache { clear() {} async resumePausedMutations() {} }';
    },
  };
}

/**
 * What endless lists need of a query comes with them: the query itself would carry it for everybody, 0.6 kB of the first file.
 */
export function endlessLater(): Plugin {
  const CORE = '/@tanstack/query-core/build/modern/';
  const named = 'import { infiniteQueryBehavior } from "./infiniteQueryBehavior.js";';
  return {
    name: 'endless-later',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith(`${CORE}query.js`)) {
        if (!code.includes(named)) throw new Error('Queries know endless lists in another way than before.');
        const settable =
          'let infiniteQueryBehavior; export const setEndless = (how) => { infiniteQueryBehavior = how; };';
        return { code: code.replace(named, settable), map: null };
      }
      if (!id.endsWith(`${CORE}infiniteQueryObserver.js`)) return null;
      const handedOver = `import { setEndless } from "./query.js";\n${named}\nsetEndless(infiniteQueryBehavior);\n`;
      return { code: handedOver + code, map: null, moduleSideEffects: true };
    },
  };
}

/**
 * Makes the tables of AES when they are first needed, a fifth of the time that evaluating the first file takes; on a slow phone
 * that is its longest task.
 */
export function cipherTablesLater(): Plugin {
  const made = /const (tableEncoding|tableDecoding) = \/\* @__PURE__ \*\/ (genTtable\(.*\));/g;
  return {
    name: 'cipher-tables-later',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/@noble/ciphers/aes.js')) return null;
      if (code.match(made)?.length !== 2) throw new Error('The tables of AES are made in another way than before.');
      const later = code
        .replace(/\} = (tableEncoding|tableDecoding);/g, '} = $1();')
        .replace(made, 'let $1Made; const $1 = () => ($1Made ??= $2);');
      return { code: later, map: null };
    },
  };
}
