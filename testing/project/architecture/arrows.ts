import { IMPORTER_FOLDERS } from './importer-arrows.ts';
import { MODULE_FOLDERS } from './module-arrows.ts';
import { OPERATOR_FOLDERS } from './operator-arrows.ts';
import { isForTests, type Rule, type SourceFile, sourceFile, type Violation } from './source-tree.ts';

const SCREENS_MAY_IMPORT = [
  'client/runtime/',
  'ui/',
  'client/features/',
  'client/paths.ts',
  'client/state.ts',
  'client/notices.ts',
  'client/settings.ts',
];

/** The subfolders of large client folders, each with what it may import from its folder. */
const CLIENT_FOLDERS: Record<string, readonly string[]> = {
  ...clientFolders('runtime', ['client/state.ts', 'client/notices.ts'], {
    send: ['page.ts', 'storage/'],
    session: ['send/'],
    storage: [],
    clock: [],
    images: [],
    queries: ['request.ts', 'browser.ts', 'send/'],
    expiry: ['browser.ts', 'clock/', 'queries/'],
  }),
  ...clientFolders('screens/chapter', SCREENS_MAY_IMPORT, {
    strip: [],
    settings: [],
    progress: ['strip/'],
    chrome: ['strip/', 'settings/'],
    modes: ['strip/', 'settings/'],
    paged: ['strip/', 'modes/'],
    input: ['strip/', 'modes/', 'settings/'],
    viewer: ['strip/', 'progress/', 'chrome/', 'settings/', 'modes/', 'paged/', 'input/'],
  }),
  ...clientFolders('screens/comic', SCREENS_MAY_IMPORT, { buying: [] }),
  ...clientFolders('screens/payment', SCREENS_MAY_IMPORT, {
    order: ['inside-path.ts', 'sandbox-note.tsx', 'scene.ts'],
    cashier: ['order/', 'sandbox-note.tsx', 'scene.ts'],
    records: ['order/'],
  }),
  ...clientFolders('screens/my', SCREENS_MAY_IMPORT, {
    parts: [],
    profile: [],
    wallet: [],
    credentials: [],
    account: ['parts/', 'credentials/'],
    leaving: ['parts/'],
    device: ['parts/'],
  }),
};

function clientFolders(folder: string, outside: readonly string[], allowed: Record<string, readonly string[]>) {
  return Object.fromEntries(
    Object.entries(allowed).map(([subfolder, own]) => [
      `client/${folder}/${subfolder}/`,
      ['contract/', ...outside, ...own.map((path) => `client/${folder}/${path}`)],
    ]),
  );
}

const APP_MAY_IMPORT = [
  'contract/',
  'server/core/',
  'server/modules/',
  'server/pages/',
  'server/adapters/',
  'server/operator/alerts/',
  'server/operator/backup/',
  'server/operator/console/',
  'server/operator/disk/',
  'server/operator/editorial-file/console/',
];

/** The arrows of docs/architecture.md: what each part may import besides itself. The longest matching name counts. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'contract/': [],

  'server/core/': ['contract/'],
  'server/modules/': ['contract/', 'server/core/'],
  ...MODULE_FOLDERS,
  'server/pages/': ['contract/', 'server/core/', 'server/modules/'],
  'server/adapters/': ['contract/', 'server/core/', 'server/modules/'],
  'server/importer/': ['contract/', 'server/core/', 'server/modules/', 'server/adapters/', 'server/operator/disk/'],
  ...IMPORTER_FOLDERS,
  ...OPERATOR_FOLDERS,
  // It draws comics, imports them as an operator does, and brings the command `demo`.
  'demo/': [
    'server/core/',
    'server/modules/',
    'server/adapters/',
    'server/importer/',
    'server/operator/commands/',
    'server/operator/editorial-file/',
  ],
  'server/importer/uploads/': ['server/core/', 'server/modules/catalog/', 'server/adapters/', 'server/importer/'],
  'server/postgres/': [],
  'server/migrations.ts': [],
  'server/start/': ['contract/', 'server/core/', 'server/operator/backup/', 'server/postgres/', 'server/migrations.ts'],
  'server/app-parts.ts': APP_MAY_IMPORT,
  'server/app.ts': [...APP_MAY_IMPORT, 'server/app-parts.ts', 'server/migrations.ts'],
  'server/http/': ['contract/', 'server/core/', 'server/modules/', 'server/pages/share/', 'server/app.ts'],
  // Only the entry points import these: they start them.
  'server/main.ts': ['contract/', 'server/', 'demo/', 'scripts/build.ts'],
  'server/cli.ts': ['contract/', 'server/', 'demo/'],

  'client/paths.ts': ['contract/'],
  'client/state.ts': ['contract/'],
  'client/notices.ts': ['contract/', 'client/runtime/'],
  'client/settings.ts': ['client/runtime/'],
  'client/runtime/': ['contract/', 'client/state.ts', 'client/notices.ts'],
  'ui/': [],
  'client/features/': ['contract/', ...SCREENS_MAY_IMPORT],
  'client/screens/': ['contract/', ...SCREENS_MAY_IMPORT],
  ...CLIENT_FOLDERS,
  'client/routes.tsx': ['contract/', 'client/screens/', 'client/paths.ts', 'ui/all-utilities.ts'],
  'client/style/': ['contract/', 'ui/', 'client/features/', 'client/screens/'],
  'client/layout/': ['contract/', 'client/routes.tsx', ...SCREENS_MAY_IMPORT],
  // A worker whose single file shares nothing with the pages.
  'client/first-screen/': ['contract/', 'client/screens/', ...SCREENS_MAY_IMPORT],
  'client/shell-worker/': [],
  'client/main.tsx': ['contract/', 'ui/', 'client/'],
  'client/entry-server.tsx': ['contract/', 'client/'],
  'console/': ['contract/', 'ui/'],

  // It creates a database to describe it.
  'scripts/docs.ts': ['contract/', 'scripts/', 'server/core/', 'server/postgres/', 'server/migrations.ts'],
  'scripts/': ['contract/', 'server/postgres/file-lock.ts'],
};

export const ARROWS: readonly Rule[] = [
  {
    says: 'imports follow the arrows of docs/architecture.md',
    find: (files) => productionOf(files).flatMap((file) => againstArrows(file)),
    brokenBy: [sourceFile('server/core/x.ts', `import { a } from '../modules/catalog/catalog.ts';`)],
  },
  {
    says: 'every folder and every file beside one has its place in the list of arrows',
    find: (files) =>
      productionOf(files)
        .filter((file) => file.path.includes('/') && partOf(file.path) === undefined)
        .map(({ path }) => ({ path, line: 1, why: 'add it to MAY_IMPORT in testing/project/architecture/arrows.ts' })),
    brokenBy: [sourceFile('server/somewhere/x.ts', '')],
  },
  {
    says: 'what is made for tests is imported by tests alone',
    find: (files) =>
      productionOf(files).flatMap(({ path, imports }) =>
        imports
          .filter(({ target }) => isForTests(target))
          .map(({ target, line }) => ({ path, line, why: `imports ${target}` })),
      ),
    brokenBy: [sourceFile('server/core/x.ts', `import { a } from '../../testing/x.ts';`)],
  },
  {
    says: 'ui imports packages and itself alone: client and console share it',
    find: (files) =>
      files
        .filter(({ path }) => path.startsWith('ui/'))
        .flatMap(({ path, imports }) =>
          imports
            .filter(({ target, isPackage }) => !isPackage && !target.startsWith('ui/'))
            .map(({ target, line }) => ({ path, line, why: `imports ${target}` })),
        ),
    brokenBy: [sourceFile('ui/x.test.ts', `import { page } from '../client/runtime/testing/fake-page.ts';`)],
  },
  {
    says: 'screens never import screens',
    find: (files) =>
      files.flatMap(({ path, imports }) => {
        const own = /^client\/screens\/[^/]+\//.exec(path)?.[0];
        if (!own) return [];
        return imports
          .filter(({ target }) => target.startsWith('client/screens/') && !target.startsWith(own))
          .map(({ target, line }) => ({ path, line, why: `imports ${target}` }));
      }),
    brokenBy: [sourceFile('client/screens/home/home.tsx', `import { a } from '../comic/comic.tsx';`)],
  },
  {
    says: 'no imports go in a circle, those of types included',
    find: circles,
    brokenBy: [
      sourceFile('server/core/a.ts', `import type { B } from './b.ts';`),
      sourceFile('server/core/b.ts', `import type { A } from './a.ts';`),
    ],
  },
];

function productionOf(files: readonly SourceFile[]): SourceFile[] {
  return files.filter((file) => !isForTests(file.path));
}

function partOf(path: string): string | undefined {
  return Object.keys(MAY_IMPORT)
    .filter((part) => path.startsWith(part))
    .sort((a, b) => b.length - a.length)[0];
}

function againstArrows({ path, imports }: SourceFile): Violation[] {
  const part = partOf(path);
  if (part === undefined) return [];
  const allowed = [part, ...(MAY_IMPORT[part] ?? [])];
  return imports
    .filter(({ target, isPackage }) => !isPackage && !allowed.some((each) => target.startsWith(each)))
    .map(({ target, line }) => ({ path, line, why: `${part} must not import ${target}` }));
}

/** Each import cycle once. */
function circles(files: readonly SourceFile[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const found: Violation[] = [];
  const visit = (path: string, way: readonly string[]) => {
    for (const { target, line } of byPath.get(path)?.imports ?? []) {
      const start = way.indexOf(target);
      if (start >= 0) found.push({ path, line, why: `goes in a circle: ${[...way.slice(start), target].join(' → ')}` });
      else if (!done.has(target) && byPath.has(target)) visit(target, [...way, target]);
    }
    done.add(path);
  };
  for (const { path } of files) if (!done.has(path)) visit(path, [path]);
  return found;
}
