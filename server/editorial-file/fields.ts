import * as v from 'valibot';
import { oneLine } from '../importer/text/bounded-text.ts';
import { readShanghaiTime } from '../importer/text/shanghai-time.ts';
import { RULES } from '../modules/editorial/editing.ts';

/** What every field of the file may be; each message is a Chinese sentence without the field's name. */
const MAX_TITLE = 100;
const MAX_TEXT = 2_000;
const MAX_BODY = 100_000;
const MAX_COMICS = 500;
const MAX_ID = 1_000_000_000;

const line = (max: number) =>
  v.pipe(
    v.string('要写一行文字'),
    v.transform((value) => oneLine(value, Number.POSITIVE_INFINITY) ?? ''),
    v.maxLength(max, `不能超过 ${max} 个字`),
  );
const title = v.pipe(line(MAX_TITLE), v.minLength(1, '不能是空的'));
const words = v.optional(line(MAX_TITLE), '');

/** Several lines as they are written, without the space around them. */
const text = (max: number) =>
  v.pipe(
    v.string('要写文字'),
    v.transform((value) => plainText(value)),
    v.maxLength(max, `不能超过 ${max} 个字`),
  );
const someText = (max: number) => v.pipe(text(max), v.minLength(1, '不能是空的'));

const whole = (from: number, to: number) => {
  const what = `要写 ${from} 到 ${to} 的整数`;
  return v.pipe(v.number(what), v.integer(what), v.minValue(from, what), v.maxValue(to, what));
};
const id = whole(1, MAX_ID);

const TIME = '要写成 2026-11-20 10:00（北京时间）';
const time = v.pipe(
  v.string(TIME),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = readShanghaiTime(dataset.value.trim());
    if (read && read.getUTCFullYear() > 1970 && read.getUTCFullYear() < 9999) return read.toISOString();
    addIssue({ message: TIME });
    return NEVER;
  }),
);
const maybeTime = v.optional(v.nullable(time), null);
const span = { start: maybeTime, end: maybeTime };

const ROUTE = /^\/(?![/\\])[^\s\\]*$/;
const route = v.pipe(v.string('要写站内地址，以 / 开头'), v.regex(ROUTE, '要写站内地址，以 / 开头'));
const LINK = '要写站内地址（以 / 开头），或 https:// 开头的完整地址';
const link = v.pipe(
  v.string(LINK),
  v.check((value) => ROUTE.test(value) || isHttps(value), LINK),
);

const picture = v.pipe(v.string('要写图片文件的名字'), v.minLength(1, '要写图片文件的名字'));
const comic = v.pipe(v.string('要写书名或短码'), v.trim(), v.minLength(1, '要写书名或短码'));
const comics = v.pipe(
  v.array(comic, '要写成列表，每行一个书名或短码'),
  v.maxLength(MAX_COMICS, `最多 ${MAX_COMICS} 部`),
);

const item = <Entries extends v.ObjectEntries>(entries: Entries) => v.object(entries, '缺少这个字段');

const LAYOUTS = ['hero', 'grid', 'row', 'rank'] as const;

export const SITE = item({ name: title, icp: words, police: words, contact: words });
export const TEXT = item({ title, body: someText(MAX_BODY) });

/** What one item of each list is. */
export const ITEMS = {
  home: item({
    key: v.pipe(v.string('要写字母、数字或 -'), v.regex(/^[a-z0-9-]{1,40}$/, '要写小写字母、数字或 -，不超过 40 个')),
    title,
    layout: v.picklist(LAYOUTS, `只能是 ${LAYOUTS.join('、')}`),
    more: v.optional(v.nullable(route), null),
    show: v.optional(v.picklist(RULES, `只能是 ${RULES.join('、')}`)),
    theme: v.optional(id),
    comics: v.optional(comics),
    count: v.optional(whole(1, 50), 12),
    ...span,
  }),
  banners: item({
    slot: whole(1, 13),
    title,
    picture,
    link: v.optional(link),
    comic: v.optional(comic),
    ...span,
  }),
  themes: item({
    id,
    title,
    description: v.optional(text(MAX_TEXT), ''),
    picture: v.optional(v.nullable(picture), null),
    comics,
    ...span,
  }),
  events: item({
    id,
    title,
    picture,
    link: v.optional(link),
    comic: v.optional(comic),
    body: v.optional(text(MAX_BODY), ''),
    start: time,
    end: maybeTime,
  }),
  promotions: item({ key: title, title, percent: whole(0, 99), comics, start: time, end: time }),
  genres: item({ name: title, title: v.optional(title), hidden: v.optional(v.boolean('要写 true 或 false'), false) }),
  hot: title,
  faq: item({
    type: v.picklist([0, 1, 2, 3, 4, 5], '要写 0 到 5 的整数'),
    question: title,
    answer: someText(MAX_TEXT),
  }),
};

/** How many items a list may have. */
export const MOST_ITEMS = 500;

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
