import type { StoredCover } from '../catalog/catalog.ts';

/** From `start` on, up to but not at `end`; null = ever. Times are ISO 8601 in UTC, as JSON keeps them. */
export type Span = { start: string | null; end: string | null };

/** A picture in the store, with the key of the operator's own file that it was made from. */
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
] as const;
export type Rule = (typeof RULES)[number];

export type SectionPart = Span & {
  key: string;
  title: string;
  layout: 'hero' | 'grid' | 'row' | 'rank';
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
};
export type EventPart = Span & {
  id: number;
  title: string;
  image: SitePicture;
  /** Empty where the event is its text alone. */
  link: string;
  body: string;
  start: string;
};
/** In the order of the list; `name` is what comics carry, `title` what readers see. */
export type GenrePart = { name: string; title: string; hidden: boolean };
export type FaqPart = { type: 0 | 1 | 2 | 3 | 4 | 5; question: string; answer: string };
/** `body` is Markdown. */
export type TextPart = { title: string; body: string };
export type SitePart = { name: string; icp: string; police: string; contact: string };

/** Everything that an editor arranges, by part. Lists are in the order in which they are shown. */
export type Parts = {
  site: SitePart;
  home: SectionPart[];
  banners: BannerPart[];
  themes: ThemePart[];
  events: EventPart[];
  genres: GenrePart[];
  hot: string[];
  faq: FaqPart[];
  service: TextPart;
  privacy: TextPart;
};

export type PartName = keyof Parts;

/** Every picture that these parts show. */
export function picturesOf(parts: Parts): SitePicture[] {
  return [...parts.banners, ...parts.themes, ...parts.events].flatMap(({ image }) => (image ? [image] : []));
}
