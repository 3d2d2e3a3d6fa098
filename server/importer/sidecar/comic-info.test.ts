import { expect, test } from 'vitest';
import type { Metadata } from '../source/source.ts';
import { readComicInfo } from './comic-info.ts';

function read(inside: string): Partial<Metadata> {
  const { info } = readComicInfo(Buffer.from(`<?xml version="1.0" encoding="utf-8"?><ComicInfo>${inside}</ComicInfo>`));
  if (info === undefined) throw new Error('ComicInfo was not read');
  return info;
}

const fields: [xml: string, expected: Partial<Metadata>][] = [
  ['<Series>书名</Series><Title>标题</Title>', { series: '书名', title: '标题' }],
  ['<Series> Pepper&amp;Carrot </Series>', { series: 'Pepper&Carrot' }],
  ['<Title>&#20013;&#x6587; &lt;b&gt; &copy;</Title>', { title: '中文 <b> &copy;' }],
  ['<Title><![CDATA[<b>&amp;</b>]]></Title>', { title: '<b>&amp;</b>' }],
  ['<Title>a&#27;[31m&#x202e;b</Title>', { title: 'a [31mb' }],
  ['<Title>one</Title><Title>two</Title>', { title: 'one' }],
  ['<Title><i>x</i></Title>', { title: undefined }],
  ['<Title lang="zh">标题</Title>', { title: '标题' }],
  ['<Title>  </Title>', { title: undefined }],
  [`<Title>${'长'.repeat(500)}</Title>`, { title: '长'.repeat(200) }],
  [`<Summary>${'𠮷'.repeat(6000)}</Summary>`, { description: '𠮷'.repeat(5000) }],
  ['<Summary>one\n\n\n\ntwo</Summary>', { description: 'one\n\ntwo' }],
  ['<Number>12.5</Number>', { no: 12.5 }],
  ['<Number>12½</Number>', { no: 12.5 }],
  ['<Number>½</Number>', { no: 0.5 }],
  ['<Number>3 ¼</Number>', { no: 3.25 }],
  ['<Number>.5</Number>', { no: 0.5 }],
  ['<Number>½½</Number>', { no: undefined }],
  ['<ty:PublishingStatusTachiyomi xmlns:ty="x">Completed</ty:PublishingStatusTachiyomi>', { status: 'complete' }],
  ['<ty:PublishingStatusTachiyomi>Ongoing</ty:PublishingStatusTachiyomi>', { status: 'serial' }],
  ['<ty:PublishingStatusTachiyomi>Licensed</ty:PublishingStatusTachiyomi>', { status: undefined }],
  ['<Translator>甲</Translator><Tags>x</Tags><ty:SourceMihon>源</ty:SourceMihon>', { authors: [], genres: [] }],
  ['<Number>007</Number>', { no: 7 }],
  ['<Number>１２</Number>', { no: 12 }],
  ['<Number>0</Number>', { no: 0 }],
  ['<Number>-1</Number>', { no: undefined }],
  ['<Number>特别篇</Number>', { no: undefined }],
  ['<Number>1e999</Number>', { no: undefined }],
  ['<Number>NaN</Number>', { no: undefined }],
  ['<Number>9999999999</Number>', { no: undefined }],
  ['<Volume>3</Volume>', { volume: 3, no: undefined }],
  ['<Volume>2019</Volume>', { volume: undefined }],
  ['<Volume>-1</Volume>', { volume: undefined }],
  ['<Volume>NaN</Volume>', { volume: undefined }],
  ['<Format>Special</Format>', { special: true }],
  ["<Format>Director's Cut</Format>", { special: true }],
  ['<Format>番外</Format>', { special: true }],
  ['<Format>One-Shot</Format>', { special: false }],
  ['<Format>TPB</Format>', { special: false }],
  ['<Writer>甲, 乙</Writer><Penciller>乙；丙</Penciller>', { authors: ['甲', '乙', '丙'] }],
  ['<Letterer>甲</Letterer><Editor>乙</Editor><Publisher>丙</Publisher>', { authors: [] }],
  [
    `<Writer>${Array.from({ length: 50 }, (_, i) => `w${i}`).join(',')}</Writer>`,
    { authors: Array.from({ length: 20 }, (_, i) => `w${i}`) },
  ],
  ['<Genre>奇幻、喜剧，冒险;奇幻</Genre>', { genres: ['奇幻', '喜剧', '冒险'] }],
  ['<AlternateSeries>A</AlternateSeries><LocalizedSeries>B</LocalizedSeries>', { alias: ['A', 'B'] }],
  ['<Series>A</Series><AlternateSeries>A</AlternateSeries>', { alias: [] }],
  ['<Manga>YesAndRightToLeft</Manga>', { direction: 'rtl' }],
  ['<Manga>YesAndRightToLeft</Manga><Format>Webtoon</Format>', { direction: 'rtl' }],
  ['<Manga>Yes</Manga><Format>Webtoon</Format>', { direction: 'strip' }],
  ['<Manga>Yes</Manga><Genre>Drama, Long Strip</Genre>', { direction: 'strip' }],
  ['<Manga>Yes</Manga>', { direction: undefined }],
  ['<Manga>No</Manga>', { direction: 'strip' }],
  ['<Genre>条漫</Genre>', { direction: 'strip' }],
  ['', { direction: undefined, ageRating: undefined, status: undefined }],
  ['<AgeRating>Adults Only 18+</AgeRating>', { ageRating: '18' }],
  ['<AgeRating>X18+</AgeRating>', { ageRating: '18' }],
  ['<AgeRating>R18+</AgeRating>', { ageRating: '18' }],
  ['<AgeRating>Mature 17+</AgeRating>', { ageRating: '16' }],
  ['<AgeRating>MA15+</AgeRating>', { ageRating: '16' }],
  ['<AgeRating>M</AgeRating>', { ageRating: '16' }],
  ['<AgeRating>Teen</AgeRating>', { ageRating: '12' }],
  ['<AgeRating>PG</AgeRating>', { ageRating: '12' }],
  ['<AgeRating>Everyone</AgeRating>', { ageRating: 'all' }],
  ['<AgeRating>Rating Pending</AgeRating>', { ageRating: undefined }],
  ['<Number>12</Number><Count>12</Count>', { status: 'complete' }],
  ['<Number>11</Number><Count>12</Count>', { status: undefined }],
  ['<Number>11</Number><Count>-1</Count>', { status: undefined }],
  ['<Pages><Page Image="0" Type="Story"/><Page Image="1" Type="FrontCover"/></Pages>', { coverPage: 1 }],
  ['<Pages><Page Image="3" Type="FrontCover"/></Pages>', { coverPage: 3 }],
  ['<Pages><Page Image="-1" Type="FrontCover"/></Pages>', { coverPage: undefined }],
  ['<Pages><Page Image="0"/></Pages>', { coverPage: undefined }],
];

test.each(fields)('ComicInfo with %s', (xml, expected) => {
  expect(read(xml)).toMatchObject(expected);
});

const plain = '<ComicInfo><Series>导入测试</Series></ComicInfo>';
const declared = `<?xml version="1.0" encoding="utf-16"?>${plain}`;
const encodings: [why: string, bytes: Buffer][] = [
  ['UTF-8', Buffer.from(plain)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${plain}`)],
  ['UTF-16 with a mark', Buffer.from(`\ufeff${declared}`, 'utf16le')],
  ['UTF-16 without a mark', Buffer.from(declared, 'utf16le')],
  ['big-endian UTF-16', Buffer.from(`\ufeff${declared}`, 'utf16le').swap16()],
  ['UTF-8 that calls itself UTF-16', Buffer.from(declared)],
  [
    'GBK',
    Buffer.concat([
      Buffer.from('<ComicInfo><Series>'),
      Buffer.from('b5bcc8ebb2e2cad4', 'hex'),
      Buffer.from('</Series></ComicInfo>'),
    ]),
  ],
];
test.each(encodings)('ComicInfo in %s is read', (_why, bytes) => {
  expect(readComicInfo(bytes)).toMatchObject({ info: { series: '导入测试' }, warnings: [] });
});

const ignored: [why: string, xml: string][] = [
  [
    'an entity that expands exponentially',
    '<!DOCTYPE ComicInfo [<!ENTITY a "lol"><!ENTITY b "&a;&a;">]><ComicInfo><Title>&b;</Title></ComicInfo>',
  ],
  [
    'an entity from a file',
    '<!DOCTYPE ComicInfo [<!ENTITY x SYSTEM "file:///etc/passwd">]><ComicInfo><Title>&x;</Title></ComicInfo>',
  ],
  ['a document type alone', '<!doctype ComicInfo><ComicInfo/>'],
  ['another root', '<Metadata><Title>x</Title></Metadata>'],
  ['an open element', '<ComicInfo><Title>x'],
  ['crossed elements', '<ComicInfo><Title>x</ComicInfo></Title>'],
  ['no XML', 'hello'],
  ['nothing', ''],
  ['200,000 nested elements', `<ComicInfo>${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}</ComicInfo>`],
  ['a reserved name', '<ComicInfo><__proto__>x</__proto__></ComicInfo>'],
  ['5 MB', `<ComicInfo><Title>${'x'.repeat(5_000_000)}</Title></ComicInfo>`],
];
test.each(ignored)('ComicInfo with %s is left out with a warning, quickly', (_why, xml) => {
  const started = process.cpuUsage();
  expect(readComicInfo(Buffer.from(xml))).toEqual({
    info: undefined,
    warnings: [expect.stringContaining('没有采用 ComicInfo.xml')],
  });
  expect(process.cpuUsage(started).user).toBeLessThan(2_000_000);
});

test('100,000 pages are read within time', () => {
  const pages = Array.from({ length: 100_000 }, (_, i) => `<Page Image="${i}" Type="Story"/>`).join('');
  const started = process.cpuUsage();
  expect(read(`<Title>pages</Title><Pages>${pages}</Pages>`)).toMatchObject({ title: 'pages' });
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
});

test('control characters that XML forbids are removed with a warning', () => {
  const { info, warnings } = readComicInfo(Buffer.from('<ComicInfo><Title>a\u000b\u001fb</Title></ComicInfo>'));
  expect(info?.title).toBe('ab');
  expect(warnings).toHaveLength(1);
});
