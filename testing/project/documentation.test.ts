import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const DOCUMENTS = ['README.md', 'README.en.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })];

/** A document without its examples of code, where nothing is a link or a heading. */
const proseOf = (document: string): string =>
  readFileSync(path.join(ROOT, document), 'utf8').replace(/^( *)```[\s\S]*?^\1```/gm, '');

/** The anchors of a document, as GitHub names them after headings. */
function anchorsOf(document: string): Set<string> {
  const prose = proseOf(document);
  const anchors = new Set([...prose.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id));
  for (const [, heading = ''] of prose.matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const words = heading.replace(/\[(.+?)\]\(.*?\)/g, '$1').toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '').replaceAll(' ', '-');
    let free = anchor;
    for (let n = 1; anchors.has(free); n += 1) free = `${anchor}-${n}`;
    anchors.add(free);
  }
  return anchors;
}

/** The links and pictures of a document that lead to something of the project. */
function linksOf(document: string): string[] {
  const prose = proseOf(document).replace(/`[^`\n]*`/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)];
  return links.map(([, target, source]) => target ?? source ?? '').filter((link) => !/^[a-z]+:/.test(link));
}

/** The fault of a link in a document; null if its target exists. */
function faultOf(document: string, link: string): string | null {
  const [file = '', anchor = ''] = link.split('#');
  const target = file === '' ? document : path.join(path.dirname(document), decodeURIComponent(file));
  if (!existsSync(path.join(ROOT, target))) return `${document}: ${link} leads nowhere`;
  if (anchor === '' || !target.endsWith('.md') || anchorsOf(target).has(decodeURIComponent(anchor))) return null;
  return `${document}: ${link} names no heading there`;
}

test('every link of the documentation leads to a file and a heading that exist', () => {
  const faults = DOCUMENTS.flatMap((document) => linksOf(document).map((link) => faultOf(document, link)));
  expect(faults.length).toBeGreaterThan(100);
  expect(faults.filter((fault) => fault !== null)).toEqual([]);
});

test('every document that a message, a unit or a comment names exists', () => {
  const files = globSync(
    ['{server,demo,ui,client,contract,scripts}/**/*.{ts,tsx,mjs}', 'deploy/**/*', 'Dockerfile', 'compose.yaml'],
    { cwd: ROOT },
  ).filter((file) => statSync(path.join(ROOT, file)).isFile());
  const named = files.flatMap((file) =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/docs\/[\w/-]+\.(?:md|yaml|sql)/g)].map(([document]) => ({
      file,
      document,
    })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ document }) => !existsSync(path.join(ROOT, document)))).toEqual([]);
});

/** A source file as documents name it: `server/app.ts`, or from a folder inside on, as in `core/jobs/yield.ts`. */
const SOURCE_FILE = /`([\w@.-]+(?:\/[\w@.-]+)+\.(?:tsx?|mjs|css|sql))`/g;

test('every source file that a document names by its folder exists', () => {
  const patterns = ['{server,demo,ui,client,console,contract,scripts,testing}/**/*.{ts,tsx,mjs,css,sql}', 'docs/*.sql'];
  const files = globSync(patterns, { cwd: ROOT }).map((file) => `/${file}`);
  const named = [...DOCUMENTS, 'server/http/README.md'].flatMap((document) =>
    [...proseOf(document).matchAll(SOURCE_FILE)].map(([, file = '']) => ({ document, file })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ file }) => !files.some((each) => each.endsWith(`/${file}`)))).toEqual([]);
});

/** A command as it begins in an example or a line of code: `npm run x`, or the operator's `manyu x`. */
const TYPED = /(?<=^|`|=\S+ |exec manyu )(?:npm run|(?:\.\/)?manyu) ([a-z][\w-]*)/gm;

test('every command that the documentation names is one of the project', () => {
  const { scripts }: { scripts: object } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const faults = DOCUMENTS.filter((document) => !document.startsWith('docs/decisions/')).flatMap((document) =>
    [...readFileSync(path.join(ROOT, document), 'utf8').matchAll(TYPED)]
      .filter(([, name = '']) => !Object.hasOwn(scripts, name))
      .map(([command]) => `${document}: ${command}`),
  );
  expect(faults).toEqual([]);
});

/** The sources of an operator's command. `comics-args.ts` belongs to `comics`. The importer reads its own options. */
function commandSource(name: string): string {
  const files = globSync(
    [`server/operator/commands/**/${name}{,-*}.ts`, `${name}/command.ts`, `server/${name}er/options.ts`],
    {
      cwd: ROOT,
    },
  ).filter((file) => !file.endsWith('.test.ts'));
  return files.map((file) => readFileSync(path.join(ROOT, file), 'utf8')).join('\n');
}

test('every part of a command that the documentation names, and every option, is known to the command', () => {
  const faults: string[] = [];
  let looked = 0;
  for (const document of DOCUMENTS.filter((each) => !each.startsWith('docs/decisions/'))) {
    const text = readFileSync(path.join(ROOT, document), 'utf8');
    for (const [said, name = '', words = ''] of text.matchAll(
      /(?:npm run|manyu) ([a-z]+) (?:-- )?([^\n`#|，。；）]+)/g,
    )) {
      const source = commandSource(name);
      if (source === '') continue;
      looked += 1;
      // The first word is a part of the command, unless it is a path or one of its values.
      const parts = words
        .trim()
        .split(/\s+/)
        .filter((word, at) => /^--[a-z]/.test(word) || (at === 0 && /^[a-z][a-z-]*$/.test(word)));
      const isKnown = (part: string) => new RegExp(`\\b${part.replace(/^--/, '').replace(/=.*/, '')}\\b`).test(source);
      if (!parts.every(isKnown)) faults.push(`${document}: ${said}`);
    }
  }
  expect(looked).toBeGreaterThan(50);
  expect(faults).toEqual([]);
});

test('documents and messages name the command of the operator, which works everywhere, and not npm', () => {
  const files = globSync(
    ['*.md', 'docs/**/*.{md,yaml}', 'deploy/**/*', '{server,demo,ui,client,contract,scripts}/**/*.{ts,tsx,mjs}'],
    {
      cwd: ROOT,
    },
  );
  const commands = globSync('server/operator/commands/**/*.ts', { cwd: ROOT });
  const names = ['demo', ...commands.map((file) => path.basename(file, '.ts'))];
  const byNpm = new RegExp(`npm run (${names.join('|')})\\b`);
  const faults = files
    .filter((file) => statSync(path.join(ROOT, file)).isFile())
    .flatMap((file) =>
      (byNpm.exec(readFileSync(path.join(ROOT, file), 'utf8')) ?? []).slice(0, 1).map((said) => `${file}: ${said}`),
    );
  expect(names).toContain('import');
  expect(faults).toEqual([]);
});

test('the pictures of the front page are light', () => {
  const pictures = globSync('docs/pictures/*', { cwd: ROOT }).map((file) => readFileSync(path.join(ROOT, file)).length);
  expect(pictures.reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000);
});

const CHAPTERS = globSync('docs/operations/*.md', { cwd: ROOT });
const HANDBOOK = [
  'docs/operations.md',
  ...['backup', 'containers', 'editorial', 'payment', 'sms'].map((name) => `docs/${name}.md`),
  ...CHAPTERS,
];

test('the first page of the handbook leads to every page of it', () => {
  const [first = '', ...others] = HANDBOOK;
  const led = new Set(linksOf(first).map((link) => path.join(path.dirname(first), link.replace(/#.*/, ''))));
  expect(CHAPTERS.length).toBeGreaterThan(10);
  expect(others.filter((page) => !led.has(page))).toEqual([]);
});

test('the handbook has short paragraphs: no line over 120 characters, no row of a table over 240', () => {
  const long = HANDBOOK.flatMap((page) =>
    proseOf(page)
      .split('\n')
      .filter((line) => line.length > (line.trimStart().startsWith('|') ? 240 : 120))
      .map((line) => `${page}: ${line.slice(0, 40)}…`),
  );
  expect(long).toEqual([]);
});
