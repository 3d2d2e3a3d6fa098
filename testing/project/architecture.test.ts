import { describe, expect, test } from 'vitest';
import { ARROWS } from './architecture/arrows.ts';
import { BORDERS } from './architecture/borders.ts';
import { HABITS } from './architecture/habits.ts';
import { readSourceTree, sourceFile, type Violation } from './architecture/source-tree.ts';

const RULES = [...ARROWS, ...BORDERS, ...HABITS];
const tree = readSourceTree();

function lines(violations: readonly Violation[]): string[] {
  return violations.map(({ path, line, why }) => `${path}:${line}  ${why}`);
}

describe('the project follows its rules', () => {
  for (const { says, find, except = {} } of RULES) {
    test(says, () => {
      expect(lines(find(tree).filter(({ path }) => !Object.hasOwn(except, path)))).toEqual([]);
    });
  }

  test('every exception is in use', () => {
    const idle = RULES.flatMap(({ says, find, except = {} }) => {
      const breaking = new Set(find(tree).map(({ path }) => path));
      return Object.keys(except).flatMap((path) => (breaking.has(path) ? [] : [`${says}: ${path}`]));
    });
    expect(idle).toEqual([]);
  });
});

describe('each rule detects a violation', () => {
  for (const { says, find, brokenBy } of RULES) {
    test(says, () => {
      const first = find(brokenBy)[0];
      expect(first?.why).toBeTruthy();
      expect(brokenBy.map(({ path }) => path)).toContain(first?.path);
    });
  }
});

describe('imports are parsed', () => {
  test('in one line, over several, for types, for effect, dynamically and by the contract’s short name', () => {
    const text = [
      `import './ui/app.css';`,
      `import {\n  one,\n  two,\n} from '../core/db/db.ts';`,
      `import type { Three } from './three.ts';`,
      `import { type Four, type Five } from './four.ts';`,
      `export { six } from './six.ts';`,
      `const seven = () => import('./seven.json');`,
      `import { x } from '#contract/calls';`,
      `import { cbc } from '@noble/ciphers/aes.js';`,
      `// import { no } from './no.ts';`,
    ].join('\n');
    expect(sourceFile('server/importer/x.ts', text).imports.sort((a, b) => a.line - b.line)).toEqual([
      { target: 'server/importer/ui/app.css', isPackage: false, typeOnly: false, line: 1 },
      { target: 'server/core/db/db.ts', isPackage: false, typeOnly: false, line: 2 },
      { target: 'server/importer/three.ts', isPackage: false, typeOnly: true, line: 6 },
      { target: 'server/importer/four.ts', isPackage: false, typeOnly: true, line: 7 },
      { target: 'server/importer/six.ts', isPackage: false, typeOnly: false, line: 8 },
      { target: 'server/importer/seven.json', isPackage: false, typeOnly: false, line: 9 },
      { target: 'contract/calls.ts', isPackage: false, typeOnly: false, line: 10 },
      { target: '@noble/ciphers', isPackage: true, typeOnly: false, line: 11 },
    ]);
  });

  test('from every file of the project', () => {
    expect(tree.length).toBeGreaterThan(100);
    const paths = new Set(tree.map(({ path }) => path));
    const lost = tree.flatMap(({ path, imports }) =>
      imports
        .filter(({ target, isPackage }) => !isPackage && /\.(ts|tsx|mjs)$/.test(target) && !paths.has(target))
        .map(({ target, line }) => `${path}:${line}  ${target}`),
    );
    expect(lost).toEqual([]);
  });
});
