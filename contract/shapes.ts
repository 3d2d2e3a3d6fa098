import * as v from 'valibot';

export const Id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));
export const Ids = v.pipe(v.array(Id), v.minLength(1), v.maxLength(100));
export const Nothing = v.object({});
export const ById = v.object({ id: Id });
export const Genre = v.optional(v.pipe(v.string(), v.maxLength(40)));
/** A reader who declared to be an adult sends true, and is shown comics marked 18 too. */
export const Adult = v.optional(v.boolean(), false);
/** Comics from 16 on are left out, whatever `adult` says. */
export const Teen = v.optional(v.boolean(), false);
/** ISO 8601 in UTC. */
export const Time = v.pipe(v.string(), v.isoTimestamp());
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
  /** Where to cut a wide picture out of a high one: how much of what is cut off is above, in percent. */
  focusY: v.optional(Count),
});
export type Image = v.InferOutput<typeof Image>;

/** One page as its author drew it; a tall one comes in pieces, in pixels of the page. `margins`: the white around, in parts. */
export const Page = v.object({
  ...Image.entries,
  margins: v.optional(v.object({ top: Part, right: Part, bottom: Part, left: Part })),
  pieces: v.optional(v.array(v.object({ url: v.string(), top: Count, height: Count }))),
  thumb: v.optional(v.string()),
});
export type Page = v.InferOutput<typeof Page>;

/** A reading place: 0-based source page, and how far down it (0..1 of its height). */
export const Place = v.object({ page: Count, offset: Part });

/** Where a reader is in a comic: the chapter last read, the place in it, and whether it has been read to its end. */
export const LastRead = v.object({
  chapterId: Id,
  no: v.number(),
  /** Where the number is only the chapter's place (12.01): what is shown of it instead. */
  title: v.optional(v.string()),
  ...Place.entries,
  finished: v.boolean(),
});
export type LastRead = v.InferOutput<typeof LastRead>;

/** 0 账号登录, 1 充值, 2 阅读, 3 活动, 4 其他, 5 举报与侵权. */
export const FaqType = v.picklist([0, 1, 2, 3, 4, 5]);

/** How old a reader in 未成年人模式 is: below 16, or 16 and 17. */
export const TeenTier = v.picklist(['under16', 'from16']);
export type TeenTier = v.InferOutput<typeof TeenTier>;

export const UserInfo = v.object({
  token: v.string(),
  id: Id,
  username: v.nullable(v.string()),
  nickname: v.string(),
  avatar: v.nullable(Image),
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
  /** The `u` of the addresses that this reader shares. */
  shareCode: v.string(),
  unread: v.object({ gift: Count, feedback: Count, updates: Count }),
});
export type UserInfo = v.InferOutput<typeof UserInfo>;

/** How cash is paid. `test` marks the sandbox, where no money moves. */
export const Channel = v.object({
  id: v.string(),
  name: v.string(),
  /** The name of a picture that the client has: `sandbox`, `alipay`, `wechat`, `card`. */
  icon: v.string(),
  /** What it takes, by the code of ISO 4217. */
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
    /** The lettering of the site as PNG, at an address that any program may open; null = none. */
    logo: v.nullable(v.object({ url: v.string(), width: Count, height: Count })),
  }),
  coin: v.object({ name: v.string(), bonusName: v.string() }),
  login: v.object({ sms: v.boolean(), password: v.boolean() }),
  channels: v.array(Channel),
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

/** A promotion that is on: the percentage of the price that is left (0 = free for now), and when it ends. */
export const Sale = v.object({ percent: Count, endsAt: Time });

/** Rated 18: readers see a notice before they open it, and prominent places leave it out. */
export const Restricted = v.optional(v.literal(true));

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
});
export type ComicCard = v.InferOutput<typeof ComicCard>;

export const Section = v.object({
  key: v.string(),
  title: v.string(),
  layout: v.picklist(['hero', 'grid', 'row', 'rank', 'wide', 'list']),
  more: v.nullable(v.string()),
  /** A line about the comic, from its description, where the layout shows one. */
  list: v.array(v.object({ ...ComicCard.entries, tagline: v.optional(v.string()) })),
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
});
export type ChapterItem = v.InferOutput<typeof ChapterItem>;

/** Which of a comic's chapters an answer has, where it has not all of them; they are by number. */
export const ChapterWindow = v.object({
  /** How many chapters are before those in the answer. */
  from: Count,
  total: Count,
  /** How many of all are locked. */
  locked: Count,
  /** The numbers of all, as runs: `{ no: 1, count: 3 }` is 1, 2, 3. */
  numbers: v.array(v.object({ no: v.number(), count: Count })),
  /** Where this reader starts or reads on; null if every chapter from the one last read on is finished. */
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
  /** Only where not all chapters are in the answer. */
  window: v.optional(ChapterWindow),
  themes: v.optional(v.array(v.object({ id: Id, title: v.string() }))),
  me: v.object({
    subscribed: v.boolean(),
    favorited: v.boolean(),
    last: v.nullable(LastRead),
  }),
});
export type ComicDetail = v.InferOutput<typeof ComicDetail>;

/** Whether a chapter may be read, and what stands in the way. */
export const ChapterAccess = v.object({
  comic: v.object({ id: Id, title: v.string(), restricted: Restricted }),
  chapter: ChapterItem,
  readable: v.boolean(),
  access: Access,
  price: Coins,
  salePrice: Coins,
  freeAt: v.nullable(Time),
  /** What lowers the price at the moment. */
  sale: v.nullable(Sale),
  /** The blurred first page. */
  preview: Image,
  affordable: v.boolean(),
  coins: Coins,
  bonus: Coins,
  tickets: Count,
  /** The next chapters of this comic are bought automatically: by the client, with comic/pay. */
  autoBuy: v.boolean(),
});
export type ChapterAccess = v.InferOutput<typeof ChapterAccess>;

/** What chapters cost, by chapter and together, and how that would be paid. */
export const Quote = v.object({
  total: Coins,
  /** By the id of the chapter; 0 = owned, or free. */
  salePrice: v.record(v.string(), Coins),
  /** What the operator takes off for many chapters at once. */
  discount: Coins,
  split: v.object({ tickets: Count, bonus: Coins, coins: Coins }),
  /** How many coins the reader lacks. */
  missing: Coins,
});
export type Quote = v.InferOutput<typeof Quote>;

export const Balances = v.object({ coins: Coins, bonus: Coins, tickets: Count });

/**
 * How the reader pays an order: go to an address, scan a code, or call WeChat's own script. `authorize`: the channel has to
 * know who pays; its page sends the reader back to that of the order, with the `code` and `state` for charge/next.
 */
export const NextStep = v.variant('kind', [
  v.object({ kind: v.literal('redirect'), url: v.string() }),
  v.object({ kind: v.literal('qr'), text: v.string() }),
  v.object({ kind: v.literal('authorize'), url: v.string() }),
  v.object({ kind: v.literal('jsapi'), params: v.record(v.string(), v.string()) }),
]);
export type NextStep = v.InferOutput<typeof NextStep>;

/** `paid` = the channel has the money and the coins are on their way; `granted` = they are there; `refunded` = all the money is given back. */
export const OrderState = v.picklist(['created', 'paid', 'granted', 'closed', 'refunded']);
export type OrderState = v.InferOutput<typeof OrderState>;

export const ChargeOrder = v.object({
  orderId: v.string(),
  title: v.string(),
  /** What the channel takes, in the smallest unit of the currency. */
  amount: Count,
  currency: v.string(),
  coins: Coins,
  /** What was granted, or will be. */
  bonus: Coins,
  channel: Channel,
  state: OrderState,
  /** Money that goes back, or has gone; coins and bonus are what was taken back for it. */
  refunds: v.array(
    v.object({ amount: Count, coins: Coins, bonus: Coins, state: v.picklist(['pending', 'done', 'frozen']) }),
  ),
  /** When it was made. */
  at: Time,
  expiresAt: Time,
  /** The inside route that wanted the coins. */
  back: v.string(),
  /** How to go on paying; null where that is over: charge/next answers another while the order is still to be paid. */
  next: v.nullable(NextStep),
});
export type ChargeOrder = v.InferOutput<typeof ChargeOrder>;

/** A Shanghai day and month, `2026-11-22` and `2026-11`. */
export const Day = v.pipe(v.string(), v.isoDate());
export const Month = v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/));

/** Made by the client for one act of the reader: a repeated call with it has no other effect. */
export const Key = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/));
