import * as v from 'valibot';
import { isInCalendar } from './calendar.ts';
import { OPINIONS } from './opinions.ts';

export const Id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));
export const Ids = v.pipe(v.array(Id), v.minLength(1), v.maxLength(100));
export const Nothing = v.object({});
export const ById = v.object({ id: Id });
export const Genre = v.optional(v.pipe(v.string(), v.maxLength(40)));
/** True if the reader has declared to be an adult. The answer then includes comics rated 18. */
export const Adult = v.optional(v.boolean(), false);
/** Excludes comics rated 16 or more, even with `adult`. */
export const Teen = v.optional(v.boolean(), false);
/** ISO 8601 in UTC. */
export const Time = v.pipe(v.string(), v.isoTimestamp(), v.check(isInCalendar));
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const Coins = v.pipe(v.number(), v.integer());
const Part = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

export const Image = v.object({
  url: v.string(),
  width: Count,
  height: Count,
  /** The placeholder's colour, `#rrggbb`. */
  color: v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/)),
  variants: v.optional(v.array(v.object({ url: v.string(), width: Count }))),
  /** Where to cut a wide picture out of a tall one: the part of the cut-off height that is above, in percent. */
  focusY: v.optional(Count),
});
export type Image = v.InferOutput<typeof Image>;

/** One page of the source. A tall one comes in pieces, in pixels of the page. `margins`: the white borders, as fractions. */
export const Page = v.object({
  ...Image.entries,
  margins: v.optional(v.object({ top: Part, right: Part, bottom: Part, left: Part })),
  pieces: v.optional(v.array(v.object({ url: v.string(), top: Count, height: Count }))),
  thumb: v.optional(v.string()),
});
export type Page = v.InferOutput<typeof Page>;

/** A reading position: the page, counted from 0, and the offset in it as a fraction of its height. */
export const Place = v.object({ page: Count, offset: Part });

/** The progress in a comic: the chapter that was read last, the position in it, and whether it is finished. */
export const LastRead = v.object({
  chapterId: Id,
  no: v.number(),
  /** Shown instead of a number that only gives the chapter's position (12.01). */
  title: v.optional(v.string()),
  ...Place.entries,
  finished: v.boolean(),
});
export type LastRead = v.InferOutput<typeof LastRead>;

/** 0 账号登录, 1 充值, 2 阅读, 3 活动, 4 其他, 5 举报与侵权. */
export const FaqType = v.picklist([0, 1, 2, 3, 4, 5]);

/** The age group of a reader in 未成年人模式: below 16, or 16 and 17. */
export const TeenTier = v.picklist(['under16', 'from16']);
export type TeenTier = v.InferOutput<typeof TeenTier>;

export const UserInfo = v.object({
  token: v.string(),
  id: Id,
  username: v.nullable(v.string()),
  nickname: v.string(),
  avatar: v.nullable(Image),
  /** The number of the drawing chosen as avatar; 0 = the icon of the grade. */
  face: v.optional(Count),
  /** Masked: `138****8000`. */
  telephone: v.nullable(v.string()),
  registered: v.boolean(),
  hasPassword: v.boolean(),
  gender: v.picklist([0, 1, 2]),
  adult: v.boolean(),
  teen: v.boolean(),
  /** Only while `teen` is true. */
  teenTier: v.optional(TeenTier),
  grade: v.object({ level: Count, name: v.string(), icon: v.string() }),
  coins: Coins,
  bonus: Coins,
  tickets: Count,
  autoBuy: v.boolean(),
  /** Only while 月卡 runs. */
  pass: v.optional(v.object({ until: Time })),
  /** The `u` of the addresses that this reader shares. */
  shareCode: v.string(),
  unread: v.object({ gift: Count, feedback: Count, updates: Count, notices: v.optional(Count) }),
});
export type UserInfo = v.InferOutput<typeof UserInfo>;

/** A payment channel. `test`: it is a sandbox, in which no money moves. */
export const Channel = v.object({
  id: v.string(),
  name: v.string(),
  /** The name of a picture that the client has: `sandbox`, `alipay`, `wechat`, `card`. */
  icon: v.string(),
  /** Its currency, as the ISO 4217 code. */
  currency: v.string(),
  test: v.boolean(),
});
export type Channel = v.InferOutput<typeof Channel>;

export const Config = v.object({
  api_url: v.string(),
  image_url: v.string(),
  site: v.object({
    name: v.string(),
    icp: v.string(),
    police: v.string(),
    contact: v.string(),
    /** The site's logo with its name as PNG, at an address that any program may open; null = none. */
    logo: v.nullable(v.object({ url: v.string(), width: Count, height: Count })),
  }),
  coin: v.object({ name: v.string(), bonusName: v.string() }),
  login: v.object({ sms: v.boolean(), password: v.boolean() }),
  channels: v.array(Channel),
  /** Whether there are redeem codes that can be used; absent on a site that never had one. */
  redeem: v.optional(v.boolean()),
  limits: v.object({ usernameMax: Count, passwordMax: Count, phoneMax: Count, codeMax: Count }),
  version: v.string(),
});
export type Config = v.InferOutput<typeof Config>;

export const Banner = v.object({
  id: Id,
  title: v.string(),
  image: Image,
  /** An inside route or an https address. */
  link: v.string(),
});
export type Banner = v.InferOutput<typeof Banner>;

export const Status = v.picklist(['serial', 'complete']);
export const Direction = v.picklist(['strip', 'ltr', 'rtl']);
export const Access = v.picklist(['free', 'owned', 'locked']);
export const AgeRating = v.picklist(['all', '12', '16', '18']);

/** A current promotion: the remaining percentage of the price (0 = free), and its end. */
export const Sale = v.object({ percent: Count, endsAt: Time });

/** Rated 18: readers see a notice before they open it, and recommendations leave it out. */
export const Restricted = v.optional(v.literal(true));

/** 等就免费 of a comic: one chapter in so many hours is opened for nothing, and stays readable for `readHours`. */
export const WaitFree = v.object({
  hours: Count,
  readHours: Count,
  /** When this reader can open the next chapter; null = now. */
  readyAt: v.nullable(Time),
});
export type WaitFree = v.InferOutput<typeof WaitFree>;

/** This reader can read the chapter until then without owning it. */
export const Opened = v.object({ by: v.picklist(['wait', 'pass']), until: Time });

export const ComicCard = v.object({
  id: Id,
  title: v.string(),
  cover: Image,
  authors: v.array(v.string()),
  genres: v.array(v.string()),
  status: Status,
  /** 1 = Monday … 7 = Sunday. */
  weekdays: v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))),
  latest: v.nullable(v.object({ id: Id, no: v.number(), title: v.string(), publishedAt: Time })),
  views: Count,
  flags: v.object({ new: v.boolean(), up: v.boolean(), free: v.boolean() }),
  sale: v.nullable(Sale),
  restricted: Restricted,
  /** 等就免费 is on. Only the detail has the state for the reader. */
  waits: v.optional(v.literal(true)),
});
export type ComicCard = v.InferOutput<typeof ComicCard>;

export const Section = v.object({
  key: v.string(),
  title: v.string(),
  layout: v.picklist(['hero', 'grid', 'row', 'rank', 'wide', 'list']),
  more: v.nullable(v.string()),
  /** `tagline`: one line from the description; `wide`: the wide picture, if there is one. For layouts that show them. */
  list: v.array(v.object({ ...ComicCard.entries, tagline: v.optional(v.string()), wide: v.optional(Image) })),
  forReader: v.optional(v.literal(true)),
  theme: v.optional(v.object({ id: Id, description: v.string(), image: v.nullable(Image) })),
});
export type Section = v.InferOutput<typeof Section>;

export const ChapterItem = v.object({
  id: Id,
  no: v.number(),
  title: v.string(),
  thumb: v.nullable(Image),
  publishedAt: Time,
  pages: Count,
  price: Coins,
  salePrice: Coins,
  access: Access,
  freeAt: v.nullable(Time),
  read: v.boolean(),
  /** The `access` of such a chapter is `free`. */
  opened: v.optional(Opened),
});
export type ChapterItem = v.InferOutput<typeof ChapterItem>;

/** The part of a comic's chapters that is in an answer, if not all are. They are in the order of their numbers. */
export const ChapterWindow = v.object({
  /** The number of chapters before those in the answer. */
  from: Count,
  total: Count,
  /** The number of locked chapters of the whole comic. */
  locked: Count,
  /** The numbers of all chapters, as runs: `{ no: 1, count: 3 }` is 1, 2, 3. */
  numbers: v.array(v.object({ no: v.number(), count: Count })),
  /** The chapter that this reader starts or continues with; null if the last one read and all after it are finished. */
  start: v.nullable(v.object({ id: Id, no: v.number(), title: v.optional(v.string()) })),
});
export type ChapterWindow = v.InferOutput<typeof ChapterWindow>;

export const ComicDetail = v.object({
  ...ComicCard.entries,
  code: v.string(),
  description: v.string(),
  direction: Direction,
  wide: v.nullable(Image),
  ageRating: AgeRating,
  stats: v.object({ views: Count, subscribers: Count, favorites: Count }),
  chapters: v.array(ChapterItem),
  /** Only if the answer does not have all chapters. */
  window: v.optional(ChapterWindow),
  themes: v.optional(v.array(v.object({ id: Id, title: v.string() }))),
  /** Only while there is a locked chapter that it can open. `next`: the first of them. */
  waitFree: v.optional(v.object({ ...WaitFree.entries, next: Id })),
  /**
   * 月卡 opens chapters that were published `afterDays` days ago. `until`: this reader's runs until then; null = has none.
   * `forSale`: one is for sale, and it would open a chapter that is locked for this reader.
   */
  pass: v.optional(v.object({ afterDays: Count, until: v.nullable(Time), forSale: v.optional(v.literal(true)) })),
  ...OPINIONS,
  me: v.object({
    subscribed: v.boolean(),
    favorited: v.boolean(),
    last: v.nullable(LastRead),
  }),
});
export type ComicDetail = v.InferOutput<typeof ComicDetail>;

/** Whether a chapter can be read, and its price if not. */
export const ChapterAccess = v.object({
  comic: v.object({ id: Id, title: v.string(), restricted: Restricted }),
  chapter: ChapterItem,
  readable: v.boolean(),
  access: Access,
  price: Coins,
  salePrice: Coins,
  freeAt: v.nullable(Time),
  /** The reductions that apply at the moment. */
  sale: v.nullable(Sale),
  /** 月卡 of this reader lowers the price to this percentage, below that of a sale. */
  passPercent: v.optional(Count),
  /** The blurred first page. */
  preview: Image,
  /** Only if the chapter can be opened by 等就免费. */
  waitFree: v.optional(WaitFree),
  /** 月卡 would open the chapter, and one is for sale. */
  passForSale: v.optional(v.literal(true)),
  affordable: v.boolean(),
  coins: Coins,
  bonus: Coins,
  tickets: Count,
  /** The next chapters of this comic are bought automatically: by the client, with comic/pay. */
  autoBuy: v.boolean(),
});
export type ChapterAccess = v.InferOutput<typeof ChapterAccess>;

/** The prices of chapters, each and together, and how they would be paid. */
export const Quote = v.object({
  total: Coins,
  /** The price by the id of the chapter; 0 = owned or free. */
  salePrice: v.record(v.string(), Coins),
  /** The reduction for buying many chapters at once. */
  discount: Coins,
  split: v.object({ tickets: Count, bonus: Coins, coins: Coins }),
  /** The number of coins that the reader lacks. */
  missing: Coins,
});
export type Quote = v.InferOutput<typeof Quote>;

export const Balances = v.object({ coins: Coins, bonus: Coins, tickets: Count });

/** The form of a day, `2026-11-22`. The day may be outside of the calendar. */
export const DayText = v.pipe(v.string(), v.isoDate());

/** A Shanghai day and month, `2026-11-22` and `2026-11`. */
export const Day = v.pipe(DayText, v.check(isInCalendar));
export const Month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/), v.check(isInCalendar));

/** An idempotency key, which the client makes for one action of the reader. A repeated call with it has no further effect. */
export const Key = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/));
