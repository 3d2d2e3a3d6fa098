import { isForTests, lineAt, matches, type Rule, type SourceFile, sourceFile, type Violation } from './source-tree.ts';

const MOST_LINES = 300;
const STORE = /^server\/modules\/([^/]+)\/(?:[\w-]+\/)*(?:[\w-]+-)?store\.ts$/;
const SQL =
  /(['"`])\s*(select\s|insert into\s|update\s+[\w.]+\s|delete from\s|with\s+\w+\s+as\s|create\s+\w|alter\s+\w|drop\s+\w|truncate\s|listen\s|notify\s)/gi;
const TABLE = /\b(?:from|join|into|update)\s+(\w+)\.(\w+)\b/gi;

/** SQL outside of store files, each with its reason. */
const SQL_ELSEWHERE: Record<string, string> = {
  'server/core/db/migrate.ts': 'keeps its own list of what was applied; runs before any module',
  'server/core/changes/changes.ts': 'LISTEN concerns no table',
  'server/core/db/invariants.ts': 'runs the queries of stores',
  'server/core/db/invariant-check-store.ts': 'core has no schema of its own, so its table is in public',
  'server/operator/backup/tables.ts': 'copies whole tables, whatever is in them',
  'server/core/db/lock.ts': 'advisory locks concern no table',
  'server/postgres/file-lock.ts': 'locks a file by way of SQLite, which keeps nothing in it',
  'server/postgres/database.ts': 'makes the database itself',
};

/** Stores that read tables of another module, each with its reason. */
const TABLES_ELSEWHERE: Record<string, string> = {
  'server/modules/shop/audit/invariant-store.ts':
    'holds every order against what the ledger granted for it; reads only',
  'server/modules/rewards/audit/invariant-store.ts':
    'holds every gift and every day signed against what the ledger granted for it; reads only',
};

/** Readers of the environment besides server/start/config.ts, each with its reason. */
const ENVIRONMENT_ELSEWHERE: Record<string, string> = {
  'server/core/command-line/launch-environment.ts':
    'npm and the launcher describe the command line with them: they are no settings',
  'server/postgres/postmaster.ts': 'hands the time zone on to PostgreSQL, for its log',
};

/** Default exports that a tool asks for. */
const DEFAULT_EXPORTS = /(\.config\.ts|^testing\/database\/cluster\.ts|^testing\/runner\/(closing-line|slowest)\.ts)$/;

const SAFE_STORAGE = 'client/runtime/storage/safe-storage.ts';

const PLAIN_NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|config))?\.(ts|tsx|mjs)$/;
const VAGUE_FILE = /(^|[-/])(services?|managers?|helpers?|utils?|common)([-.]|\/(?=.))/;
const VAGUE_NAME =
  /^(?:export )?(?:async )?(?:class|function|const|let|type|interface) (\w*(?:(?<![a-z])(?:service|manager|helper|util|common)s?(?![a-z])|(?:Service|Manager|Helper|Util|Common)s?(?![a-z]))\w*)/gm;

export const HABITS: readonly Rule[] = [
  {
    says: 'only store files write SQL',
    find: (files) =>
      files
        .filter(({ path }) => /^(server|demo)\//.test(path) && !isForTests(path) && !STORE.test(path))
        .flatMap((file) => matches(file, SQL, (match) => `writes SQL: ${match[0].trim()}…`)),
    except: SQL_ELSEWHERE,
    brokenBy: [sourceFile('server/modules/catalog/catalog.ts', 'const text = `\n  select id from catalog.comic`;')],
  },
  {
    says: 'a store touches the tables of its own module alone',
    find: (files) =>
      files.flatMap((file) => {
        const own = STORE.exec(file.path)?.[1];
        if (own === undefined) return [];
        return [...file.code.matchAll(TABLE)]
          .filter(([, schema]) => schema !== own)
          .map((match) => ({ path: file.path, line: lineAt(file.code, match.index), why: `${match[1]}.${match[2]}` }));
      }),
    except: TABLES_ELSEWHERE,
    brokenBy: [sourceFile('server/modules/catalog/store.ts', `const text = 'select 1 from account.reader';`)],
  },
  {
    says: 'only server/start/config.ts reads the environment',
    find: (files) =>
      files
        .filter(({ path }) => /^(server|demo)\//.test(path) && path !== 'server/start/config.ts')
        .filter(({ path }) => !isForTests(path))
        .flatMap((file) => matches(file, /(?<!readConfig\()process\.env\b/g, () => 'reads process.env')),
    except: ENVIRONMENT_ELSEWHERE,
    brokenBy: [sourceFile('server/core/x.ts', 'const level = process.env.LOG_LEVEL;')],
  },
  {
    says: "the reader's pages use the storage of the device by way of safe-storage.ts, which never throws",
    find: (files) =>
      files
        .filter(({ path }) => path.startsWith('client/') && !isForTests(path) && path !== SAFE_STORAGE)
        .flatMap((file) => matches(file, /\b(?:local|session)Storage\b/g, ([name]) => `uses ${name}`)),
    brokenBy: [sourceFile('client/settings.ts', "const stored = localStorage.getItem('settings');")],
  },
  {
    says: 'no barrels: nobody re-exports a whole file, and no file is called index',
    find: (files) =>
      files.flatMap((file) => [
        ...(/(^|\/)index\.\w+$/.test(file.path) ? [{ path: file.path, line: 1, why: 'is called index' }] : []),
        ...matches(file, /^export \*/gm, () => 'export *'),
      ]),
    brokenBy: [sourceFile('ui/all.ts', `export * from './button.tsx';`)],
  },
  {
    says: 'exports have names; only a tool that asks for it gets a default export',
    find: (files) =>
      files
        .filter(({ path }) => !DEFAULT_EXPORTS.test(path))
        .flatMap((file) => matches(file, /^export default\b|\bas default\b/gm, () => 'default export')),
    brokenBy: [sourceFile('client/screens/home/home.tsx', 'export default function Home() {}')],
  },
  {
    says: 'file names are in kebab-case',
    find: (files) => named(files, (path) => !PLAIN_NAME.test(path.slice(path.lastIndexOf('/') + 1))),
    brokenBy: [sourceFile('ui/TopBar.tsx', '')],
  },
  {
    says: `no file is longer than ${MOST_LINES} lines`,
    find: (files) =>
      files.flatMap(({ path, text }) => {
        const lines = text.trimEnd().split('\n').length;
        return lines > MOST_LINES ? [{ path, line: lines, why: `${lines} lines` }] : [];
      }),
    brokenBy: [sourceFile('server/core/x.ts', 'a();\n'.repeat(MOST_LINES + 1))],
  },
  {
    says: 'names say what a thing does: no Service, Manager, Helper, Utils or Common',
    find: (files) => [
      ...named(files, (path) => VAGUE_FILE.test(path)),
      ...files.flatMap((file) => matches(file, VAGUE_NAME, (match) => `the name ${match[1]}`)),
    ],
    brokenBy: [sourceFile('server/core/x.ts', 'export class ComicManager {}')],
  },
  {
    // In newer browsers scroll functions return a promise, which React would take for a clean-up function.
    says: 'an effect does not give back what scrolling answers',
    find: (files) =>
      files
        .filter(({ path }) => /^(ui|client)\//.test(path))
        .flatMap((file) =>
          matches(file, /\buse(?:Layout)?Effect\(\s*\(\) => [^{;]*\.scroll\w*\(/g, () => 'gives back a promise'),
        ),
    brokenBy: [sourceFile('ui/x.tsx', 'useEffect(() => box.scrollIntoView(), []);')],
  },
  {
    says: 'code that is loaded late is loaded by way of ui/late-code.ts, or its failure is handled',
    find: (files) =>
      files
        .filter(({ path }) => /^(ui|client|console)\//.test(path) && !isForTests(path))
        .flatMap((file) =>
          matches(file, /\bvoid import\((?:(?!;|\.catch\(|,\s*\(\) =>).)*;/gs, () => 'its failure is not handled'),
        ),
    brokenBy: [sourceFile('ui/x.ts', `void ${'import'}('./y.ts').then((y) => y.start());`)],
  },
];

function named(files: readonly SourceFile[], isWrong: (path: string) => boolean): Violation[] {
  return files.filter(({ path }) => isWrong(path)).map(({ path }) => ({ path, line: 1, why: 'the name of the file' }));
}
