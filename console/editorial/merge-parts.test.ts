import { expect, test } from 'vitest';
import type { FormItem } from './form-values.ts';
import { type EditedItem, mergeParts, numbered } from './merge-parts.ts';
import { PART_FIELDS } from './part-fields.ts';

const BASE: FormItem[] = [
  { id: '1', title: '甲', end: '' },
  { id: '2', title: '乙', end: '' },
  { id: '3', title: '丙', end: '' },
];
const [A = {}, B = {}, C = {}] = BASE;
const own = (...items: EditedItem[]) => items;
const [a = {}, b = {}, c = {}] = numbered(BASE);

/** Themes, which have ids. Each item is shown as `id title end`. */
function merge(mine: EditedItem[], theirs: FormItem[]) {
  const { items, conflicts } = mergeParts(PART_FIELDS.themes, BASE, mine, theirs);
  return {
    items: items.map(({ id, title, end }) => [id, title, end].join(' ').trim()),
    conflicts: conflicts.map(({ title, field, mine, theirs }) => [title, field?.label, mine, theirs].join(' ')),
  };
}

const added = (title: string): FormItem => ({ id: '4', title, end: '' });

test.each<[string, EditedItem[], FormItem[], string[], string[]]>([
  ['nothing', own(a, b, c), BASE, ['1 甲', '2 乙', '3 丙'], []],
  [
    'other items',
    own({ ...a, title: '甲甲' }, b, c),
    [A, { ...B, title: '乙乙' }, C],
    ['1 甲甲', '2 乙乙', '3 丙'],
    [],
  ],
  [
    'other fields of an item',
    own({ ...a, title: '甲甲' }, b, c),
    [{ ...A, end: '9' }, B, C],
    ['1 甲甲 9', '2 乙', '3 丙'],
    [],
  ],
  [
    'the same to the same',
    own({ ...a, title: '新' }, b, c),
    [{ ...A, title: '新' }, B, C],
    ['1 新', '2 乙', '3 丙'],
    [],
  ],
  [
    'the same field',
    own({ ...a, title: '我' }, b, c),
    [{ ...A, title: '她' }, B, C],
    ['1 她', '2 乙', '3 丙'],
    ['我 标题 我 她'],
  ],
  ['an order and a field', own(c, a, b), [A, { ...B, title: '乙乙' }, C], ['3 丙', '1 甲', '2 乙乙'], []],
  ['a field and an order', own({ ...a, title: '甲甲' }, b, c), [C, B, A], ['3 丙', '2 乙', '1 甲甲'], []],
  ['two orders: the saved one', own(c, b, a), [B, A, C], ['2 乙', '1 甲', '3 丙'], []],
  ['a removal and another item', own(a, c), [A, B, { ...C, title: '丙丙' }], ['1 甲', '3 丙丙'], []],
  ['another item and a removal', own({ ...a, title: '甲甲' }, b, c), [A, C], ['1 甲甲', '3 丙'], []],
  [
    'a removed item that I changed',
    own(a, { ...b, end: '9' }, c),
    [A, C],
    ['1 甲', '2 乙 9', '3 丙'],
    ['乙  改过 去掉了'],
  ],
  [
    'a changed item that I removed',
    own(a, c),
    [A, { ...B, end: '9' }, C],
    ['1 甲', '2 乙 9', '3 丙'],
    ['乙  去掉了 改过'],
  ],
  [
    'an item each, with the same id',
    own(a, b, c, added('我的')),
    [A, B, C, added('她的')],
    ['1 甲', '2 乙', '3 丙', '5 我的', '4 她的'],
    [],
  ],
  ['the same new item', own(a, b, c, added('同')), [A, B, C, added('同')], ['1 甲', '2 乙', '3 丙', '4 同'], []],
  ['an item after the first', own(a, added('我的'), b, c), [A, B], ['1 甲', '4 我的', '2 乙'], []],
])('two people change %s', (_what, mine, theirs, items, conflicts) => {
  expect(merge(mine, theirs)).toEqual({ items, conflicts });
});

test('a part that is no list is merged by its fields', () => {
  const base = [{ name: '漫屿', icp: '' }];
  const mine = numbered([{ name: '漫岛', icp: '' }]);
  const { items, conflicts } = mergeParts({ fields: [field('name'), field('icp')] }, base, mine, [
    { name: '漫屿', icp: '京' },
  ]);
  expect([items[0], conflicts]).toMatchObject([{ name: '漫岛', icp: '京' }, []]);
});

test('items without an id are the same by their title', () => {
  const banners = (end: string) => [{ slot: '1', title: '春', comic: 'a', end }];
  const mine = numbered(banners('')).map((item) => ({ ...item, comic: 'b' }));
  const { items, conflicts } = mergeParts(PART_FIELDS.banners, banners(''), mine, banners('9'));
  expect([items, conflicts]).toMatchObject([[{ comic: 'b', end: '9' }], []]);
});

function field(name: string) {
  return { name, label: name, kind: 'text' as const };
}
