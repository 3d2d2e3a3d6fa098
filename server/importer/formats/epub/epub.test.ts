import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeZip, type ZipPart } from '../../../../testing/sources/zip.ts';
import { openSource } from '../../read/open-source.ts';

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manyu-epub-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** An EPUB of these documents in this order, with the pictures b.jpg, a.jpg and cover.jpg beside them. */
async function opened(documents: string[], opf?: string, name?: string, more: ZipPart[] = []) {
  const items = documents.map((_, index) => `<item id="p${index}" href="text/p%20${index}.xhtml"/>`).join('');
  const spine = documents.map((_, index) => `<opf:itemref idref='p${index}'/>`).join('');
  const bytes = makeZip([
    { name: 'mimetype', bytes: 'application/epub+zip' },
    { name: 'META-INF/container.xml', bytes: '<container><rootfile full-path="OPS/book.opf"/></container>' },
    { name: 'OPS/book.opf', bytes: opf ?? `<package><manifest>${items}</manifest><spine>${spine}</spine></package>` },
    ...documents.map((text, index) => ({ name: `OPS/text/p ${index}.xhtml`, bytes: text })),
    ...['b.jpg', 'a.jpg', 'cover.jpg'].map((name) => ({ name: `OPS/images/${name}`, bytes: name })),
    ...more,
  ]);
  const path = join(folder, name ?? `${count++}.zip`);
  await writeFile(path, bytes);
  const source = await openSource({ kind: 'archive', path, root: dirname(path), parents: [] });
  await source.close();
  const { metadata, warnings } = source;
  return { pages: source.pages.map(({ name }) => name.replace('OPS/images/', '')), warnings, metadata };
}

const image = (name: string) => `<html><body><img alt="" src="../images/${name}"/></body></html>`;
const drawing = (name: string) => `<body><svg:svg><image xlink:href='../images/${name}#x'/></svg:svg></body>`;

test('pages come in the order of the spine, as images and as drawings, and the rest is reported', async () => {
  const { pages, warnings } = await opened([image('b.jpg'), drawing('a.jpg')]);
  expect(pages).toEqual(['b.jpg', 'a.jpg']);
  expect(warnings).toEqual([expect.stringContaining('另有 1 张')]);
});

test('a picture that is shown twice in a row is one page; a picture in a comment is no page', async () => {
  const hidden = `<!-- ${image('a.jpg')} -->${image('cover.jpg')}`;
  expect((await opened([hidden, image('b.jpg'), image('b.jpg')])).pages).toEqual(['cover.jpg', 'b.jpg']);
});

test('a picture that is shown again after other pages is a page each time', async () => {
  const pages = [image('b.jpg'), image('cover.jpg'), image('a.jpg'), image('cover.jpg')];
  expect((await opened(pages)).pages).toEqual(['b.jpg', 'cover.jpg', 'a.jpg', 'cover.jpg']);
});

const shows: [why: string, document: string][] = [
  ['a sign in quotes', '<img alt="第1页 > 开始 <" src="../images/b.jpg"/>'],
  ['capitals without quotes', '<BODY><IMG SRC=../images/b.jpg ALT=x></BODY>'],
  ['lines and single quotes', "<img\n alt=''\n src = '../images/b.jpg' />"],
  ['a set for several screens', '<img srcset="../images/a.jpg 1x, ../images/b.jpg 2x"/>'],
  ['one of several forms', '<picture><source srcset="../images/a.jpg"/><img src="../images/b.jpg"/></picture>'],
  ['a form without a picture', '<picture><source srcset="../images/b.jpg"/></picture>'],
  ['a picture that loads late', '<img src="data:image/gif;base64,xx" data-src="../images/b.jpg"/>'],
  ['a wrong name for it', '<img src="../images/gone.jpg" data-src="../images/b.jpg"/>'],
  ['a query', '<img src="../images/b.jpg?v=1#x"/>'],
  ['the path from the root', '<img src="/OPS/images/b.jpg"/>'],
  ['the path from the folder above', '<img src="/../images/b.jpg"/>'],
  ['backslashes', '<img src="..\\images\\b.jpg"/>'],
  ['other letter case', '<img src="../Images/B.JPG"/>'],
  ['a frame', '<iframe src="../images/b.jpg"></iframe>'],
  ['an object', '<object data="../images/b.jpg" type="image/jpeg">图</object>'],
  ['an embedded one', '<embed src="../images/b.jpg"/>'],
  ['a background', `<div style="background: #fff url('../images/b.jpg')"></div>`],
  [
    'a background by class',
    '<style>.a{background:url(../images/a.jpg)} .b{background:url(../images/b.jpg)}</style><p class="x b"/>',
  ],
  ['a background of another file', '<link rel="stylesheet" href="style.css"/><body><div id="two"></div></body>'],
  ['a link alone', '<a href="../images/b.jpg">x</a>'],
  ['a picture behind a link', '<a href="../images/a.jpg"><img src="../images/b.jpg"/></a>'],
  ['an image inside an element with the name of a property', '<constructor><img src="../images/b.jpg"/></constructor>'],
];
test.each(shows)('a page is found by %s', async (_why, document) => {
  const css = '#one{background:url(../images/a.jpg)} #two{background-image:url("../images/b.jpg")}';
  const { pages } = await opened([document], undefined, undefined, [{ name: 'OPS/text/style.css', bytes: css }]);
  expect(pages).toEqual(['b.jpg']);
});

test('a missing page does not change the order of the others', async () => {
  const opf = `<package><manifest><item id="P0" href="text/p%200.xhtml"/><item id="gone" href="text/gone.xhtml"/>
    <item id="p2" href="Text/p 2.xhtml"/></manifest>
    <spine><itemref idref="p2"/><itemref idref="nowhere"/><itemref idref="gone"/><itemref idref="p0"/></spine></package>`;
  expect((await opened([image('b.jpg'), '', image('a.jpg')], opf)).pages).toEqual(['a.jpg', 'b.jpg']);
});

test.each([
  ['its manifest', '<item id="c" href="images/cover.jpg" properties="svg cover-image"/>', ''],
  ['an older meta', '<item id="C" href="images/cover.jpg"/>', '<meta name="cover" content="c"/>'],
])('the cover that only %s names is the first page, and the cover of the comic', async (_what, item, meta) => {
  const opf = book(meta).replace('<manifest>', `<manifest>${item}`);
  const { pages, metadata } = await opened([image('b.jpg')], opf);
  expect(pages).toEqual(['cover.jpg', 'b.jpg']);
  expect(metadata.coverPage).toBe(0);
});

test.each([
  ['Adobe', 'META-INF/rights.xml'],
  ['Apple', 'META-INF/sinf.xml'],
  ['Readium', 'META-INF/license.lcpl'],
])('a book with the protection of %s is refused by that name', async (_seller, name) => {
  await expect(opened([image('b.jpg')], undefined, undefined, [{ name, bytes: 'x' }])).rejects.toMatchObject({
    code: 'encrypted',
    message: expect.stringContaining('DRM'),
  });
});

test('a book with encrypted fonts is read, one with encrypted pages is refused', async () => {
  const encryption = (algorithm: string) => [
    {
      name: 'META-INF/encryption.xml',
      bytes: `<encryption><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`,
    },
  ];
  const fonts = encryption('http://www.idpf.org/2008/embedding');
  expect((await opened([image('b.jpg')], undefined, undefined, fonts)).pages).toEqual(['b.jpg']);
  const pages = encryption('http://www.w3.org/2001/04/xmlenc#aes256-cbc');
  await expect(opened([image('b.jpg')], undefined, undefined, pages)).rejects.toMatchObject({ code: 'encrypted' });
});

test('a book of text is refused', async () => {
  const words = `<body><p>${'很久以前，有一座山。'.repeat(200)}</p></body>`;
  await expect(opened([image('cover.jpg'), words, words, words])).rejects.toMatchObject({ code: 'unsupported_format' });
});

test('a page that the spine names many times is read once, and the total size of documents is limited', async () => {
  const long = `${image('b.jpg')}${'<p/>'.repeat(100_000)}`;
  const again = '<itemref idref="p"/>'.repeat(19_000);
  const opf = `<package><manifest><item id="p" href="text/p 0.xhtml"/></manifest><spine>${again}</spine></package>`;
  const { pages, warnings } = await opened([long], opf);
  expect(pages).toEqual(['b.jpg']);
  expect(warnings).toEqual([expect.stringContaining('另有 2 张')]);
  const endless = `${image('b.jpg')}${'<p/>'.repeat(1_000_000)}`;
  await expect(opened(Array<string>(5).fill(endless))).rejects.toMatchObject({ code: 'unsupported_format' });
});

test.each([
  ['no book', '<package/>'],
  ['a document that is not there', '<item id="x" href="gone.xhtml"/><itemref idref="x"/>'],
  ['a document outside', '<item id="x" href="../../../etc/passwd"/><itemref idref="x"/>'],
  ['an address', '<item id="x" href="http://127.0.0.1/1.xhtml"/><itemref idref="x"/>'],
  ['comments without an end', '<!--'.repeat(200_000)],
  ['attributes without an end', `<item ${'a'.repeat(500_000)}`],
  ['elements without an end', '<item '.repeat(200_000)],
  ['quotes across each other', `<a '"`.repeat(200_000)],
])('an EPUB whose directory is %s is read in the order of its file names, with a warning', async (_why, opf) => {
  const startedAt = process.cpuUsage();
  const { pages, warnings } = await opened([image('b.jpg')], opf);
  expect(pages).toEqual(['cover.jpg', 'a.jpg', 'b.jpg']);
  expect(warnings).toEqual([expect.stringContaining('按名称排序')]);
  expect(process.cpuUsage(startedAt).user).toBeLessThan(2_000_000);
});

/** The package of a book of one page, with this among its metadata. */
const book = (metadata: string, spine = '') =>
  `<?xml version="1.0"?><package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>${metadata}</metadata>
   <manifest><item id="p0" href="text/p%200.xhtml"/></manifest><spine ${spine}><itemref idref="p0"/></spine></package>`;
const TITLE = '<dc:title>山中 第3卷 重逢</dc:title>';

test.each<[string, string, string, object]>([
  [
    'its title if the file name has none',
    TITLE,
    'scan.epub',
    { series: '山中', no: 3, title: '重逢', direction: undefined },
  ],
  ['the name of its file, which says more', TITLE, '海边 第7话.epub', { series: '海边', no: 7 }],
  [
    'a title that is only the chapter’s',
    '<dc:title>重逢</dc:title>',
    '海边 第7话.epub',
    { series: '海边', title: '重逢' },
  ],
  ['no title that a program made up', '<dc:title>Untitled</dc:title>', '海边.epub', { series: '海边' }],
  [
    'a series that calibre wrote',
    `${TITLE}<meta name="calibre:series" content="山&amp;海"/><meta name="calibre:series_index" content="2.0"/>`,
    'x.epub',
    { series: '山&海', no: 2, volume: 2 },
  ],
  [
    'a collection of EPUB 3',
    `<meta property="belongs-to-collection" id="c">山海</meta><meta refines="#c" property="group-position">4</meta>`,
    'x.epub',
    { series: '山海', no: 4 },
  ],
  [
    'its authors, not its translators',
    `<dc:creator id="a">甲</dc:creator><dc:creator role="trl">乙</dc:creator><dc:creator id="c">丙</dc:creator>
     <meta refines="#c" property="role">edt</meta><dc:creator opf:role="ill">丁</dc:creator>`,
    'x.epub',
    { authors: ['甲', '丁'] },
  ],
  [
    'a description without its markup',
    '<dc:description>&lt;p&gt;一&lt;/p&gt;&lt;script src=x&gt;二 &lt; 三</dc:description><dc:subject>奇幻、冒险</dc:subject>',
    'x.epub',
    { description: '一\n二 < 三', genres: ['奇幻', '冒险'] },
  ],
])('an EPUB is recognised by %s', async (_what, metadata, name, expected) => {
  expect((await opened([image('b.jpg')], book(metadata), name)).metadata).toMatchObject(expected);
});

test('an EPUB says in which direction it is read', async () => {
  const directionOf = async (metadata: string, spine: string) =>
    (await opened([image('b.jpg')], book(metadata, spine))).metadata.direction;
  expect(await directionOf('', 'page-progression-direction="rtl"')).toBe('rtl');
  expect(await directionOf('', 'page-progression-direction="ltr"')).toBe('ltr');
  expect(await directionOf('<meta name="primary-writing-mode" content="horizontal-rl"/>', '')).toBe('rtl');
  expect(await directionOf('<meta property="rendition:flow">scrolled-continuous</meta>', '')).toBe('strip');
  expect(await directionOf('', 'page-progression-direction="default"')).toBeUndefined();
});

test('an EPUB with a document type keeps its order, and its metadata is ignored', async () => {
  const harmful = book('<dc:title>&file;</dc:title>').replace(
    '<package',
    '<!DOCTYPE package [<!ENTITY file SYSTEM "file:///etc/passwd">]><package',
  );
  const { pages, warnings, metadata } = await opened([image('b.jpg')], harmful, '海边 第1话.epub');
  expect(pages).toEqual(['b.jpg']);
  expect(metadata).toMatchObject({ series: '海边', title: undefined });
  expect(warnings).toEqual([expect.stringContaining('另有'), expect.stringContaining('文档类型')].reverse());
});
