import * as v from 'valibot';
import { oneLine } from '../../importer/text/bounded-text.ts';
import { readShanghaiTime } from '../../importer/text/shanghai-time.ts';

/** The kinds of values that fields of the file have; each message is a Chinese sentence without the field's name. */
const MAX_TITLE = 100;
export const MAX_TEXT = 2_000;
export const MAX_BODY = 100_000;
const MAX_COMICS = 500;
const MAX_ID = 1_000_000_000;

export const line = (max: number) =>
  v.pipe(
    v.string('要写一行文字'),
    v.transform((value) => oneLine(value, Number.POSITIVE_INFINITY) ?? ''),
    v.maxLength(max, `不能超过 ${max} 个字`),
  );
export const title = v.pipe(line(MAX_TITLE), v.minLength(1, '不能是空的'));
export const words = line(MAX_TITLE);

/** Several lines as they are written, without the space around them. */
export const text = (max: number) =>
  v.pipe(
    v.string('要写文字'),
    v.transform((value) => plainText(value)),
    v.maxLength(max, `不能超过 ${max} 个字`),
  );
export const someText = (max: number) => v.pipe(text(max), v.minLength(1, '不能是空的'));

export const whole = (from: number, to: number) => {
  const what = `要写 ${from} 到 ${to} 的整数`;
  return v.pipe(v.number(what), v.integer(what), v.minValue(from, what), v.maxValue(to, what));
};
export const id = whole(1, MAX_ID);

const TIME = '要写成 2026-11-20 10:00（北京时间）';
export const time = v.pipe(
  v.string(TIME),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = readShanghaiTime(dataset.value.trim());
    if (read && read.getUTCFullYear() > 1970 && read.getUTCFullYear() < 9999) return read.toISOString();
    addIssue({ message: TIME });
    return NEVER;
  }),
);
export const maybeTime = v.optional(v.nullable(time), null);
export const span = { start: maybeTime, end: maybeTime };

const ROUTE = /^\/(?![/\\])[^\s\\]*$/;
export const route = v.pipe(v.string('要写站内地址，以 / 开头'), v.regex(ROUTE, '要写站内地址，以 / 开头'));
const LINK = '要写站内地址（以 / 开头），或 https:// 开头的完整地址';
export const link = v.pipe(
  v.string(LINK),
  v.check((value) => ROUTE.test(value) || isHttps(value), LINK),
);

export const picture = v.pipe(v.string('要写图片文件的名字'), v.minLength(1, '要写图片文件的名字'));
export const comic = v.pipe(v.string('要写书名或短码'), v.trim(), v.minLength(1, '要写书名或短码'));
export const comics = v.pipe(
  v.array(comic, '要写成列表，每行一个书名或短码'),
  v.maxLength(MAX_COMICS, `最多 ${MAX_COMICS} 部`),
);

export const item = <Entries extends v.ObjectEntries>(entries: Entries) => v.object(entries, '缺少这个字段');

/** Control characters can't be written down as they are: an export would be no text to edit. */
function plainText(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}--[\n\t]]/gv, '')
    .trim();
}

function isHttps(value: string): boolean {
  return /^https:\/\/[^\s\\]+$/.test(value) && URL.canParse(value);
}

export const yesOrNo = v.boolean('要写 true 或 false');
