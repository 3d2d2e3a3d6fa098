import { expect, test } from 'vitest';
import { blocksOf, plainText } from './blocks.ts';

test('headings, paragraphs and both kinds of lists are distinguished', () => {
  const text = '# 总则\n\n第一行\n第二行\n\n另一段\n\n- 甲\n- 乙\n  接着乙\n\n1. 一\n2. 二\n---\n末尾';
  expect(blocksOf(text)).toEqual([
    { kind: 'heading', spans: [{ text: '总则' }] },
    { kind: 'paragraph', spans: [{ text: '第一行' }, { text: '\n' }, { text: '第二行' }] },
    { kind: 'paragraph', spans: [{ text: '另一段' }] },
    { kind: 'list', items: [[{ text: '甲' }], [{ text: '乙' }, { text: '\n' }, { text: '接着乙' }]] },
    { kind: 'steps', items: [[{ text: '一' }], [{ text: '二' }]] },
    { kind: 'paragraph', spans: [{ text: '末尾' }] },
  ]);
});

test('items with an empty line between them stay one list', () => {
  expect(blocksOf('1. 一\n\n2. 二')).toEqual([{ kind: 'steps', items: [[{ text: '一' }], [{ text: '二' }]] }]);
});

test('strong words and links are found inside a line', () => {
  expect(blocksOf('请看**这里**和[条款](/service)。')).toEqual([
    {
      kind: 'paragraph',
      spans: [
        { text: '请看' },
        { text: '这里', strong: true },
        { text: '和' },
        { text: '条款', to: '/service' },
        { text: '。' },
      ],
    },
  ]);
});

test('HTML and incomplete marks stay text', () => {
  for (const line of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '**半个',
    '[名](',
    '#没有空格',
    '-1 度',
  ]) {
    expect(blocksOf(line)).toEqual([{ kind: 'paragraph', spans: [{ text: line }] }]);
  }
});

test('a text of a hundred thousand marks is parsed in time', () => {
  for (const part of ['**', '[', '[a](', '* ', '- - ', '# ']) {
    expect(blocksOf(`${part.repeat(100_000)}\n\n末尾`).at(-1)).toEqual({
      kind: 'paragraph',
      spans: [{ text: '末尾' }],
    });
  }
});

test('an empty text has no blocks', () => {
  expect(blocksOf(' \n\n ')).toEqual([]);
});

test('a line after a heading is a paragraph, and a row of stars is no list item', () => {
  expect(blocksOf('# 总则\n正文\n* * *\n- - -\n**末尾**')).toEqual([
    { kind: 'heading', spans: [{ text: '总则' }] },
    { kind: 'paragraph', spans: [{ text: '正文' }] },
    { kind: 'paragraph', spans: [{ text: '末尾', strong: true }] },
  ]);
});

test('the plain text has no marks', () => {
  expect(plainText('# 总则\n见[条款](/service)与**这里**\n- 甲\n- 乙')).toBe('总则\n见条款与这里\n甲\n乙');
});
