import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip } from '../../testing/zip.ts';
import { open } from '../open.ts';

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manyu-epub-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** An EPUB of these documents in this order, with the pictures b.jpg, a.jpg and cover.jpg beside them. */
async function opened(documents: string[], opf?: string) {
  const items = documents.map((_, index) => `<item id="p${index}" href="text/p%20${index}.xhtml"/>`).join('');
  const spine = documents.map((_, index) => `<opf:itemref idref='p${index}'/>`).join('');
  const bytes = makeZip([
    { name: 'mimetype', bytes: 'application/epub+zip' },
    { name: 'META-INF/container.xml', bytes: '<container><rootfile full-path="OPS/book.opf"/></container>' },
    { name: 'OPS/book.opf', bytes: opf ?? `<package><manifest>${items}</manifest><spine>${spine}</spine></package>` },
    ...documents.map((text, index) => ({ name: `OPS/text/p ${index}.xhtml`, bytes: text })),
    ...['b.jpg', 'a.jpg', 'cover.jpg'].map((name) => ({ name: `OPS/images/${name}`, bytes: name })),
  ]);
  const path = join(folder, `${count++}.zip`);
  await writeFile(path, bytes);
  const source = await open({ kind: 'archive', path, parents: [], bytes: bytes.length });
  await source.close();
  return { pages: source.pages.map(({ name }) => name.replace('OPS/images/', '')), warnings: source.warnings };
}

const image = (name: string) => `<html><body><img alt="" src="../images/${name}"/></body></html>`;
const drawing = (name: string) => `<body><svg:svg><image xlink:href='../images/${name}#x'/></svg:svg></body>`;

test('pages come in the order of the spine, as images and as drawings, and the rest is told', async () => {
  const { pages, warnings } = await opened([image('b.jpg'), drawing('a.jpg')]);
  expect(pages).toEqual(['b.jpg', 'a.jpg']);
  expect(warnings).toEqual([expect.stringContaining('另有 1 张')]);
});

test('a picture that is shown twice is one page, and what a comment hides is none', async () => {
  const hidden = `<!-- ${image('a.jpg')} -->${image('cover.jpg')}`;
  expect((await opened([hidden, image('b.jpg'), image('b.jpg')])).pages).toEqual(['cover.jpg', 'b.jpg']);
});

test('a book of words is refused', async () => {
  const words = `<body><p>${'很久以前，有一座山。'.repeat(200)}</p></body>`;
  await expect(opened([image('cover.jpg'), words, words, words])).rejects.toMatchObject({ code: 'unsupported_format' });
});

test.each([
  ['no book', '<package/>'],
  ['a document that is not there', '<item id="x" href="gone.xhtml"/><itemref idref="x"/>'],
  ['a document outside', '<item id="x" href="../../../etc/passwd"/><itemref idref="x"/>'],
  ['an address', '<item id="x" href="http://127.0.0.1/1.xhtml"/><itemref idref="x"/>'],
  ['comments without an end', '<!--'.repeat(200_000)],
  ['attributes without an end', `<item ${'a'.repeat(500_000)}`],
  ['elements without an end', '<item '.repeat(200_000)],
])('an EPUB whose directory is %s is read by the names of its pictures, and that is told', async (_why, opf) => {
  const startedAt = performance.now();
  const { pages, warnings } = await opened([image('b.jpg')], opf);
  expect(pages).toEqual(['a.jpg', 'b.jpg', 'cover.jpg']);
  expect(warnings).toEqual([expect.stringContaining('按名称排序')]);
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
