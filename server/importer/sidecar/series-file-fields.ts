import * as v from 'valibot';
import { type COMIC_FIELDS, type FieldKind, type FieldName, ofEachField } from '#contract/comic-fields';
import { distinct, MAX_DESCRIPTION, MAX_LIST, MAX_NAME, oneLine, severalLines } from '../text/bounded-text.ts';
import { readShanghaiTime } from '../text/shanghai-time.ts';

/** The schema of series.yaml. Each message continues the sentence 「字段」…. */
const MAX_PRICE_COINS = 1_000_000;

const nameText = v.pipe(
  v.union([v.string(), v.number()], '要写一行文字'),
  v.transform((value) => oneLine(String(value), MAX_NAME)),
  v.string('要写一行文字，不能是空的'),
);

const names = v.pipe(
  v.union([v.string(), v.array(v.union([v.string(), v.number()]))], '要写文字，或文字的列表'),
  v.transform((value) => (Array.isArray(value) ? value.map(String) : value.split(/[,，、;；]/))),
  v.transform((values) => distinct(values.map((each) => oneLine(each, MAX_NAME) ?? '')).slice(0, MAX_LIST)),
);

const coins = v.pipe(
  v.number('要写一个不小于 0 的整数'),
  v.integer('要写一个不小于 0 的整数'),
  v.minValue(0, '要写一个不小于 0 的整数'),
  v.maxValue(MAX_PRICE_COINS, `不能超过 ${MAX_PRICE_COINS}`),
);

const count = ([least, most]: readonly [number, number] = [0, MAX_PRICE_COINS]) => {
  const wrong = `要写 ${least} 到 ${most} 的整数`;
  return v.pipe(v.number(wrong), v.integer(wrong), v.minValue(least, wrong), v.maxValue(most, wrong));
};

const description = v.pipe(
  v.string('要写文字'),
  v.transform((value) => severalLines(value, MAX_DESCRIPTION) ?? ''),
);

const STATUS: Record<string, 'serial' | 'complete'> = {
  serial: 'serial',
  连载: 'serial',
  连载中: 'serial',
  continuing: 'serial',
  ongoing: 'serial',
  complete: 'complete',
  完结: 'complete',
  已完结: 'complete',
  ended: 'complete',
  completed: 'complete',
};

const status = v.pipe(
  v.string('只能是 serial（连载中）或 complete（已完结）'),
  v.transform((value) => STATUS[value.trim().toLowerCase()]),
  v.picklist(['serial', 'complete'], '只能是 serial（连载中）或 complete（已完结）'),
);

const WRONG_WEEKDAY = '要写 1 到 7（周一到周日）的列表';
const weekday = v.pipe(
  v.union([v.number(), v.string()], WRONG_WEEKDAY),
  v.transform((value) => {
    const named = /^(?:周|星期|礼拜)([一二三四五六日天])$/.exec(String(value).trim())?.[1];
    return named === undefined ? Number(value) : '一二三四五六日'.indexOf(named.replace('天', '日')) + 1;
  }),
  v.picklist([1, 2, 3, 4, 5, 6, 7], WRONG_WEEKDAY),
);
const weekdays = v.pipe(
  v.union([v.array(weekday, WRONG_WEEKDAY), weekday], WRONG_WEEKDAY),
  v.transform((value): number[] => [...new Set(Array.isArray(value) ? value : [value])].sort((a, b) => a - b)),
);

const AGES: Record<string, 'all' | '12' | '16' | '18'> = {
  all: 'all',
  全年龄: 'all',
  '12': '12',
  '16': '16',
  '18': '18',
};
const ageRating = v.pipe(
  v.union([v.string(), v.number()], '只能是 all、12、16、18'),
  v.transform((value) => AGES[String(value).trim().replace(/\+$/, '')]),
  v.picklist(['all', '12', '16', '18'], '只能是 all、12、16、18'),
);

const cover = v.pipe(
  v.string('要写同一文件夹里的图片文件名'),
  v.check((value) => value.trim() !== '' && !/[\\/\0]/.test(value), '要写同一文件夹里的图片文件名'),
);

const WRONG_POSITION = '要写两个 0 到 100 的数（从左、从上），例如 [50, 20]';
const percent = v.pipe(v.number(WRONG_POSITION), v.minValue(0, WRONG_POSITION), v.maxValue(100, WRONG_POSITION));
const coverPosition = v.pipe(
  v.strictTuple([percent, percent], WRONG_POSITION),
  v.transform(([x, y]) => ({ x, y })),
);

const time = v.pipe(
  v.string('要写时间，例如 2026-05-01T20:00'),
  v.transform(readShanghaiTime),
  v.date('要写时间，例如 2026-05-01T20:00'),
);

const BY_KIND = {
  names,
  text: description,
  status,
  weekdays,
  direction: v.picklist(['strip', 'ltr', 'rtl'], '只能是 strip、ltr、rtl'),
  age: ageRating,
  count: count(),
} satisfies Record<FieldKind, v.GenericSchema>;
/** The fields of a comic, each read by its kind. */
const FACTS = ofEachField(({ kind, range }) => (kind === 'count' ? count(range) : BY_KIND[kind])) as {
  [Name in FieldName]: (typeof BY_KIND)[(typeof COMIC_FIELDS)[Name]['kind']];
};

export const SERIES = v.partial(
  v.object({
    title: nameText,
    ...FACTS,
    price: coins,
    freeFirst: coins,
    cover,
    coverPosition,
  }),
);

export const CHAPTER = v.partial(v.object({ price: v.nullable(coins), title: nameText, freeAt: v.nullable(time) }));

/** The used fields of series.json of Mylar and Kavita, below `metadata`. */
export const MYLAR = v.partial(
  v.object({
    name: nameText,
    description_text: v.nullable(description),
    description_formatted: v.nullable(description),
    status,
  }),
);

const MIHON_STATUS: Record<string, 'serial' | 'complete'> = { 1: 'serial', 2: 'complete', 4: 'complete', 6: 'serial' };

/** The fields of details.json of Mihon's and Tachiyomi's local source. Other status numbers are ignored. */
export const MIHON = v.partial(
  v.object({
    title: nameText,
    author: v.nullable(names),
    artist: v.nullable(names),
    description: v.nullable(description),
    genre: v.nullable(names),
    status: v.pipe(
      v.union([v.string(), v.number()], '只能是 0 到 6'),
      v.transform((value) => MIHON_STATUS[String(value).trim()]),
    ),
  }),
);
