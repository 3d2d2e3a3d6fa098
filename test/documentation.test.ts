import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
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

/** What is wrong with a link of a document; null where it leads somewhere. */
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

test('every command that the documentation names is one of the project', () => {
  const { scripts }: { scripts: object } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const faults = DOCUMENTS.filter((document) => !document.startsWith('docs/decisions/')).flatMap((document) =>
    [...readFileSync(path.join(ROOT, document), 'utf8').matchAll(/npm run ([a-z][\w-]*)/g)]
      .filter(([, name = '']) => !Object.hasOwn(scripts, name))
      .map(([command]) => `${document}: ${command}`),
  );
  expect(faults).toEqual([]);
});

test('the pictures of the front page are light', () => {
  const pictures = globSync('docs/pictures/*', { cwd: ROOT }).map((file) => readFileSync(path.join(ROOT, file)).length);
  expect(pictures.reduce((sum, size) => sum + size, 0)).toBeLessThan(400_000);
});
