import { isForTests, type Rule, type SourceFile, sourceFile, type Violation } from './source-tree.ts';

/** The modules that a module may import. */
const MODULE_MAY_KNOW: Record<string, readonly string[]> = {
  audit: [],
  account: ['audit'],
  staff: ['audit', 'account'],
  catalog: ['audit'],
  editorial: ['audit', 'catalog'],
  reading: ['catalog'],
  recommend: ['catalog'],
  search: ['catalog', 'editorial'],
  support: ['account', 'audit', 'notices'],
  wallet: ['audit'],
  community: [],
  rewards: ['account', 'audit', 'editorial', 'membership', 'wallet'],
  notices: ['audit', 'catalog'],
  shop: ['audit', 'editorial', 'notices'],
  membership: [],
  operations: [],
  uploads: ['audit', 'staff'],
  figures: ['account', 'reading', 'wallet', 'shop'],
};

/** Files of a module that others may import besides its main file, with the reasons. */
const EXTRA_ENTRIES: readonly { from: string; files: readonly string[]; why: string }[] = [
  {
    from: 'server/importer/',
    files: ['server/modules/catalog/publishing/publishing.ts'],
    why: 'the verbs that change the catalogue take the transaction of an import',
  },
  {
    from: 'server/operator/commands/',
    files: [
      'server/modules/catalog/publishing/publishing.ts',
      'server/modules/catalog/editing/editing.ts',
      'server/modules/editorial/editing.ts',
    ],
    why: 'operators list and change comics that readers do not see, and undo the changes of editors',
  },
  {
    from: 'server/pages/',
    files: [
      'server/modules/catalog/publishing/publishing.ts',
      'server/modules/catalog/editing/editing.ts',
      'server/modules/editorial/editing.ts',
    ],
    why: 'the console changes the catalogue with the verbs of the commands',
  },
  {
    from: 'server/operator/uploads/',
    files: ['server/modules/catalog/publishing/publishing.ts'],
    why: 'its answers name the comics that an import has made',
  },
  {
    from: 'server/modules/editorial/',
    files: ['server/modules/catalog/publishing/publishing.ts'],
    why: 'promotions are arranged together with what shows them, in one transaction',
  },
  {
    from: 'server/operator/editorial-file/',
    files: [
      'server/modules/catalog/publishing/publishing.ts',
      'server/modules/catalog/editing/editing.ts',
      'server/modules/editorial/editing.ts',
    ],
    why: 'the file is applied as a whole, in one transaction, and its editor finds comics as the console does',
  },
  {
    from: 'demo/',
    files: ['server/modules/catalog/publishing/publishing.ts', 'server/modules/editorial/editing.ts'],
    why: 'the demo is published as an import, and taken away again',
  },
];

/** Packages that may be imported in one place only. */
const KNOWN_BY: readonly { packages: RegExp; place: string; may: (path: string) => boolean }[] = [
  {
    packages: /^nodemailer$/,
    place: 'server/operator/alerts/',
    may: (path) => path.startsWith('server/operator/alerts/'),
  },
  { packages: /^web-push$/, place: 'server/adapters/push/', may: (path) => path.startsWith('server/adapters/push/') },
  { packages: /^(fastify|@fastify\/.*)$/, place: 'server/http/', may: (path) => path.startsWith('server/http/') },
  {
    packages: /^sharp$/,
    place: 'server/importer/ (and the scripts)',
    may: (path) => /^(server\/importer|scripts)\//.test(path),
  },
];

export const BORDERS: readonly Rule[] = [
  {
    says: 'the contract imports nothing but valibot and itself',
    find: (files) => packagesIn(files, 'contract/', (target) => target !== 'valibot'),
    brokenBy: [sourceFile('contract/x.ts', `import { readFile } from 'node:fs/promises';`)],
  },
  {
    says: 'a module is entered through its front file',
    find: (files) => files.filter(({ path }) => !isForTests(path)).flatMap(sideEntries),
    brokenBy: [sourceFile('server/pages/x.ts', `import { a } from '../modules/catalog/store.ts';`)],
  },
  {
    says: 'tests of other modules change the catalogue and the editorial through the same verbs as the program',
    find: (files) => files.filter(({ path }) => isForTests(path)).flatMap(testEntries),
    brokenBy: [sourceFile('testing/x.ts', `import { a } from '../server/modules/catalog/publishing/import-store.ts';`)],
  },
  {
    says: 'a module knows only the modules before it',
    find: (files) => files.filter(({ path }) => !isForTests(path)).flatMap(wrongNeighbours),
    brokenBy: [sourceFile('server/modules/catalog/x.ts', `import { a } from '../account/account.ts';`)],
  },
  {
    says: 'only server/http knows Fastify, only the importer knows sharp, the alerts nodemailer and the adapter web-push',
    find: (files) =>
      files
        .filter(({ path }) => !isForTests(path))
        .flatMap(({ path, imports }) =>
          imports.flatMap(({ target, line }) =>
            KNOWN_BY.filter(({ packages, may }) => packages.test(target) && !may(path)).map(({ place }) => {
              return { path, line, why: `${target} is known by ${place} alone` };
            }),
          ),
        ),
    brokenBy: [sourceFile('server/core/x.ts', `import type { FastifyRequest } from 'fastify';`)],
  },
  {
    says: 'the app loads no image library: sharp stays out of what server/main.ts reaches',
    find: (files) => reached(files, 'server/main.ts', 'sharp'),
    brokenBy: [
      sourceFile('server/main.ts', `import { a } from './importer/pages.ts';`),
      sourceFile('server/importer/pages.ts', `import sharp from 'sharp';`),
    ],
  },
  {
    says: 'the client takes types alone from valibot and from the shapes of the contract',
    find: (files) =>
      files
        .filter(({ path }) => /^(ui|client|console)\//.test(path) && !isForTests(path))
        .flatMap(({ path, imports }) =>
          imports
            .filter(
              ({ target, typeOnly }) =>
                !typeOnly && /^(valibot|contract\/(shapes|order-shapes|verification|call)\.ts)$/.test(target),
            )
            .map(({ target, line }) => ({ path, line, why: `takes ${target} into the bundle` })),
        ),
    brokenBy: [sourceFile('client/runtime/x.ts', `import * as v from 'valibot';`)],
  },
];

function packagesIn(files: readonly SourceFile[], folder: string, isForeign: (target: string) => boolean): Violation[] {
  return files
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target, isPackage }) => isPackage && isForeign(target))
        .map(({ target, line }) => ({ path, line, why: `imports ${target}` })),
    );
}

function moduleOf(path: string): string | undefined {
  return /^server\/modules\/([^/]+)\//.exec(path)?.[1];
}

function sideEntries({ path, imports }: SourceFile): Violation[] {
  return imports
    .filter(({ target }) => {
      const module = moduleOf(target);
      if (module === undefined || module === moduleOf(path)) return false;
      if (target === `server/modules/${module}/${module}.ts`) return false;
      // The list of modules.
      if (path === 'server/app.ts' && target === `server/modules/${module}/module.ts`) return false;
      return !EXTRA_ENTRIES.some(({ from, files }) => path.startsWith(from) && files.includes(target));
    })
    .map(({ target, line }) => ({ path, line, why: `enters by ${target}` }));
}

const EXTRA_FILES = EXTRA_ENTRIES.flatMap(({ files }) => files);

function testEntries({ path, imports }: SourceFile): Violation[] {
  return imports
    .filter(({ target }) => {
      const module = moduleOf(target);
      if (module === undefined || !['catalog', 'editorial'].includes(module) || module === moduleOf(path)) return false;
      return target !== `server/modules/${module}/${module}.ts` && !EXTRA_FILES.includes(target);
    })
    .map(({ target, line }) => ({ path, line, why: `enters by ${target}` }));
}

function wrongNeighbours({ path, imports }: SourceFile): Violation[] {
  const own = moduleOf(path);
  if (own === undefined) return [];
  return imports.flatMap(({ target, line }) => {
    const other = moduleOf(target);
    if (other === undefined || other === own || MODULE_MAY_KNOW[own]?.includes(other)) return [];
    return [{ path, line, why: `${own} must not know ${other}` }];
  });
}

/** Import chains from an entry to a package. Type imports don't load anything. */
function reached(files: readonly SourceFile[], entry: string, forbidden: string): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const seen = new Set<string>();
  const waiting = [entry];
  const found: Violation[] = [];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const { target, typeOnly, line } of byPath.get(path)?.imports ?? []) {
      if (typeOnly) continue;
      if (target === forbidden) found.push({ path, line, why: `${entry} would load ${forbidden}` });
      waiting.push(target);
    }
  }
  return found;
}
