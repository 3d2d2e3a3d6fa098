import { expect, test } from 'vitest';
import { distinct, oneLine, severalLines } from './bounded-text.ts';
import { decodeXml, decodeXmlReferences } from './xml-text.ts';

const XML = '<a>漫</a>';
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

test('a line is cut at its limit, and not within a surrogate pair', () => {
  expect(oneLine('漫屿', 2)).toBe('漫屿');
  expect(oneLine('漫屿书', 2)).toBe('漫屿');
  expect(oneLine('🏝🏝', 2)).toBe('🏝🏝');
  expect(oneLine('🏝🏝🏝', 2)).toBe('🏝🏝');
  expect(oneLine('甲 乙', 2)).toBe('甲');
});

test('a line without visible characters becomes undefined', () => {
  for (const text of ['', ' \t\n', '\u200b\ufeff', '\u0000']) expect(oneLine(text, 9)).toBeUndefined();
  for (const text of ['', ' \n\n ']) expect(severalLines(text, 9)).toBeUndefined();
});

test('line breaks and control characters become one space, and direction overrides are removed', () => {
  expect(oneLine(' 甲\r\n\u2028乙\u0007\t丙\u202e ', 99)).toBe('甲 乙 丙');
  expect(oneLine('e\u0301', 9)).toBe('é');
  expect(oneLine('甲\ud83c', 9)).toBe('甲\ufffd');
});

test('paragraphs of several lines are kept, with at most one empty line between them', () => {
  expect(severalLines(' 甲\u0007 乙 \r\n丙\r丁\u2028戊\n\n\n\n己\n', 99)).toBe('甲 乙\n丙\n丁\n戊\n\n己');
  expect(severalLines('甲\n\n乙', 99)).toBe('甲\n\n乙');
  expect(severalLines('甲\n乙', 2)).toBe('甲');
});

test('equal and empty texts are removed, and the order is kept', () => {
  expect(distinct(['乙', '', '甲', '乙'])).toEqual(['乙', '甲']);
});

test.each([
  ['UTF-8', Buffer.from(XML)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${XML}`)],
  ['UTF-16 with a mark', Buffer.from(`\ufeff${XML}`, 'utf16le')],
  ['UTF-16 the other way round with a mark', swapped(`\ufeff${XML}`)],
  ['UTF-16', Buffer.from(XML, 'utf16le')],
  ['UTF-16 the other way round', swapped(XML)],
  ['GB18030', Buffer.concat([Buffer.from('<a>'), Buffer.of(0xc2, 0xfe), Buffer.from('</a>')])],
])('XML in %s is read, whatever encoding it declares', (_encoding, bytes) => {
  expect(decodeXml(bytes)).toBe(XML);
});

test('predefined XML references are decoded, and others are kept', () => {
  expect(decodeXmlReferences('&amp;&lt;&gt;&quot;&apos;')).toBe('&<>"\'');
  expect(decodeXmlReferences('&#28459;&#x6f2b;&#X6F2B;')).toBe('漫漫漫');
  expect(decodeXmlReferences('&nbsp;&amp;lt;&#;&#x;&amp')).toBe('&nbsp;&lt;&#;&#x;&amp');
});

test('a reference to an invalid character is kept as it is', () => {
  expect(decodeXmlReferences('&#x10ffff;&#x110000;')).toBe('\u{10ffff}&#x110000;');
  expect(decodeXmlReferences('&#xd7ff;&#xd800;&#xdfff;&#xe000;')).toBe('\ud7ff&#xd800;&#xdfff;\ue000');
});
