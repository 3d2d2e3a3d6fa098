import type { Section } from '#contract/shapes';
import type { StoredCover } from '../catalog/catalog.ts';

/** From `start` on, up to but not at `end`; null = ever. Times are ISO 8601 in UTC, as JSON keeps them. */
export type Span = { start: string | null; end: string | null };

/** A picture in the storage, with the key of the operator's own file that it was made from. */
export type SitePicture = StoredCover & { source: string };

/** Rules by which a section fills itself. */
export const RULES = [
  'weekday',
  'updated',
  'hot',
  'new',
  'freesale',
  'sale',
  'free',
  'complete',
  'ranking',
  'recommended',
  'themes',
] as const;
export type Rule = (typeof RULES)[number];

export type SectionPart = Span & {
  key: string;
  title: string;
  layout: Section['layout'];
  more: string | null;
  show: { rule: Rule } | { theme: number } | { comics: number[] };
  count: number;
};
export type BannerPart = Span & { slot: number; title: string; image: SitePicture; link: string };
export type ThemePart = Span & {
  id: number;
  title: string;
  description: string;
  image: SitePicture | null;
  comics: number[];
  /** The editor's notes about comics, one line each, by the id of the comic. */
  notes?: Readonly<Record<string, string>>;
};
export type EventPart = Span & {
  id: number;
  title: string;
  image: SitePicture;
  /** Empty if the event is its text alone. */
  link: string;
  body: string;
  start: string;
};
/** In the order of the list; `name` is stored with comics, `title` is shown to readers. */
export type GenrePart = { name: string; title: string; hidden: boolean };
/** Without a `key` the question has one made from its words. */
export type FaqPart = { type: 0 | 1 | 2 | 3 | 4 | 5; question: string; answer: string; key?: string | undefined };
/** `body` is Markdown. */
export type TextPart = { title: string; body: string };
/** An item sold for cash. An `id` is never used for another item: orders refer to it. */
export type PackagePart = Span & {
  id: number;
  title: string;
  /** The price in fen. */
  cashFen: number;
  /** Prices in other currencies, by their code and in their smallest unit; absent = none. */
  prices?: Readonly<Record<string, number>>;
  /** 0 if `days` are sold. */
  coins: number;
  /** Days of 月卡; absent = coins are sold. */
  days?: number;
  bonus: number;
  /** Bonus more at a reader's first top-up. */
  firstBonus: number;
  /** A short word such as 超值; empty = none. */
  badge: string;
};
/**
 * A purchase of at least `chapters` at once costs `percent` of the price. With `pass`: any purchase of a reader with 月卡, and
 * `chapters` is 1.
 */
export type DiscountPart = { chapters: number; percent: number; pass?: boolean };
/** The most that a reader may top up, in fen: with one order and in a Shanghai day; null = as much as they like. */
export type SpendingLimit = { orderFen: number | null; dayFen: number | null };
/** By age band: readers who declared to be adults, and all others. In 未成年人模式 nothing can be bought. */
export type LimitsPart = { adult: SpendingLimit; undeclared: SpendingLimit };
/**
 * A gift campaign: `new` readers registered at most `days` before the campaign began or since, `returning` ones had been
 * away for at least `days`. An `id` is never used again for another campaign.
 */
export type GiftPart = {
  id: number;
  title: string;
  to: { readers: 'all' } | { readers: 'new' | 'returning'; days: number } | { readers: 'listed'; ids: number[] };
  kind: 'bonus' | 'ticket';
  amount: number;
  /** How many days a claimed gift is valid. */
  validDays: number;
  start: string;
  end: string;
};
/** `bonus` and `tickets` of the days of a cycle; after the last the first follows. */
export type AttendancePart = {
  bonus: number[];
  tickets: number[];
  /** Bonus that a missed day costs to make good; null = it can't be. */
  repairCost: number | null;
  bonusDays: number;
  ticketDays: number;
  /** The bonus that each grade adds to that of a day, from grade 0. */
  gradeBonus: number[];
  /** The bonus that 月卡 adds to a day that is signed while it runs; absent = none. */
  passBonus?: number;
};
/**
 * The keys of the site's icon, drawn for every use, and of the operator's own file. `touch` and `maskable` have no
 * transparency: phones cut their own shape out of them.
 */
export type SiteIcon = Record<'favicon' | 'small' | 'large' | 'touch' | 'maskable' | 'source', string>;
/** The keys of the lettering of the site, for where there is room for it, and of the operator's own file. */
export type SiteLogo = { key: string; width: number; height: number; source: string };
/** `color` is the accent, `#rrggbb`. The default replaces a missing field or an empty colour. */
export type SitePart = {
  name: string;
  icp: string;
  police: string;
  contact: string;
  color?: string;
  icon?: SiteIcon;
  logo?: SiteLogo;
};

/** Whether comics rated 18 may be in prominent places (see `prominentAudience`). */
export type RestrictedPart = { listed: boolean };

/**
 * Parts of the app that are off until the operator switches them on. `notices`: the inbox of readers, `push`: notices by
 * Web Push too, `mail`: by e-mail too; `likes` of chapters,
 * `ratings` of comics.
 */
export type FeaturesPart = { notices: boolean; push?: boolean; mail?: boolean; likes: boolean; ratings: boolean };

/** Everything that an editor arranges, by part. Lists are in the order in which they are shown. */
export type Parts = {
  site: SitePart;
  restricted: RestrictedPart;
  features: FeaturesPart;
  home: SectionPart[];
  banners: BannerPart[];
  themes: ThemePart[];
  events: EventPart[];
  genres: GenrePart[];
  hot: string[];
  packages: PackagePart[];
  discounts: DiscountPart[];
  limits: LimitsPart;
  gifts: GiftPart[];
  attendance: AttendancePart;
  faq: FaqPart[];
  service: TextPart;
  privacy: TextPart;
};

export type PartName = keyof Parts;

/** Every picture that these parts show, besides those of the brand. */
export function picturesOf({ banners = [], themes = [], events = [] }: Partial<Parts>): SitePicture[] {
  return [...banners, ...themes, ...events].flatMap(({ image }) => (image ? [image] : []));
}

/** The keys of everything in the storage that belongs to these parts. */
export function storedKeysOf(parts: Partial<Parts>): string[] {
  const { icon, logo } = parts.site ?? {};
  const shown = picturesOf(parts).flatMap(({ key, variants, source }) => [
    key,
    ...variants.map((variant) => variant.key),
    source,
  ]);
  return [...shown, ...(icon ? Object.values(icon) : []), ...(logo ? [logo.key, logo.source] : [])];
}
