import * as v from 'valibot';
import { Section } from '#contract/shapes';
import { RULES } from '../../modules/editorial/editing.ts';
import { ECONOMY_ITEMS } from './economy-fields.ts';
import {
  comic,
  comics,
  id,
  item,
  link,
  MAX_BODY,
  MAX_TEXT,
  maybeTime,
  picture,
  route,
  someText,
  span,
  text,
  time,
  title,
  whole,
  words,
  yesOrNo,
} from './values.ts';

/* The fields of content; those of items for sale and gifts are in economy-fields.ts. */
const LAYOUTS = Section.entries.layout.options;

/** With the quotes that YAML needs: without them a # begins a comment. */
const COLOR = '要写 "#0f766e" 这样的颜色';
const color = v.pipe(
  v.string(COLOR),
  v.regex(/^#[0-9a-f]{6}$/i, COLOR),
  v.transform((value) => value.toLowerCase()),
);

/** A missing field stays unchanged; null clears it. */
const clearable = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));

export const SITE = item({
  name: v.optional(title),
  icp: clearable(words),
  police: clearable(words),
  contact: clearable(words),
  color: clearable(color),
  icon: clearable(picture),
  logo: clearable(picture),
});
export const RESTRICTED = item({ listed: yesOrNo });
export const FEATURES = item({
  notices: yesOrNo,
  push: v.exactOptional(yesOrNo),
  mail: v.exactOptional(yesOrNo),
  likes: yesOrNo,
  ratings: yesOrNo,
});
export const TEXT = item({ title, body: someText(MAX_BODY) });

const key = v.pipe(
  v.string('要写字母、数字或 -'),
  v.regex(/^[a-z0-9-]{1,40}$/, '要写小写字母、数字或 -，不超过 40 个'),
);

/** Characters of the line about a comic of a theme. */
const MAX_NOTE = 100;

/** The word for one item of each list. */
export const ITEMS = {
  home: item({
    key,
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
    notes: v.optional(v.record(comic, text(MAX_NOTE), '要写「书名: 一句话」'), {}),
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
  genres: item({ name: title, title: v.optional(title), hidden: v.optional(yesOrNo, false) }),
  hot: title,
  ...ECONOMY_ITEMS,
  faq: item({
    type: v.picklist([0, 1, 2, 3, 4, 5], '要写 0 到 5 的整数'),
    question: title,
    answer: someText(MAX_TEXT),
    key: v.optional(key),
  }),
};

/** How many items a list may have. */
export const MOST_ITEMS = 500;

/** The fields whose values are numbers. */
export const NUMERIC: ReadonlySet<string> = new Set(
  `id slot count theme percent type coins bonus tickets firstBonus chapters days validDays readers
   repairCost bonusDays ticketDays gradeBonus passBonus`.split(/\s+/),
);
