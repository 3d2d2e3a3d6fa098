import type { Pool } from 'pg';
import type { Brand } from './brand.ts';
import { privacyWith } from './default-texts.ts';
import { DEFAULT_PARTS, DEFAULTS_WRITTEN_AT } from './defaults.ts';
import type { Parts, SectionPart, Span, TextPart, ThemePart } from './parts.ts';
import { questionsOf } from './questions.ts';
import { readWritten } from './store.ts';

export { type Brand, brandPictureKey, brandPicturePath } from './brand.ts';
export { accentsOf, BRAND_GROUNDS } from './brand-colors.ts';
export { DEFAULT_PARTS } from './defaults.ts';
export type {
  AttendancePart,
  BannerPart,
  DiscountPart,
  EventPart,
  GiftPart,
  LimitsPart,
  PackagePart,
  Parts,
  Rule,
  SectionPart,
  SpendingLimit,
  ThemePart,
} from './parts.ts';

/** The editorial data of the site, cached in memory until a change is announced. */
export type Editorial = {
  /** The name of the site, its colour, icon and logo. */
  brand(): Promise<Brand>;
  /** All parts as they are written, past and future items included. */
  parts(): Promise<Parts>;
  /** The sections of the home screen at this moment. */
  sections(now: Date): Promise<SectionPart[]>;
  /** Whether the home screen has banners at this moment. */
  hasTopBanner(now: Date): Promise<boolean>;
  /** A theme that runs now; null if there is none. */
  theme(id: number, now: Date): Promise<ThemePart | null>;
  /** The themes that run now, in the editor's order. */
  themes(now: Date): Promise<ThemePart[]>;
  /** Whether comics rated 18 may be in prominent places. */
  listsRestricted(): Promise<boolean>;
  /** The built-in privacy policy depends on the features that are on. */
  text(name: 'service' | 'privacy'): Promise<TextPart & { updatedAt: Date }>;
  /** Whether readers see a question with this key. */
  hasQuestion(key: string): Promise<boolean>;
  /** The next moment at which any of this content starts or ends. */
  nextChange(now: Date): Promise<Date | null>;
  /** Drops the cached data. */
  changed(): void;
};

type CachedParts = { parts: Parts; updatedAt: Partial<Record<keyof Parts, string>> };

/** `live`: whether changes are received; while they are not, nothing is taken from memory. */
export function createEditorial(pool: Pool, live: () => boolean): Editorial {
  let cached: Promise<CachedParts> | null = null;

  function load(): Promise<CachedParts> {
    if (cached && live()) return cached;
    const read = readWritten(pool).then(({ parts, updatedAt }) => ({
      parts: { ...DEFAULT_PARTS, ...parts },
      updatedAt,
    }));
    if (!live()) return read;
    cached = read;
    read.catch(() => {
      if (cached === read) cached = null;
    });
    return read;
  }

  return editorialFrom(load, () => {
    cached = null;
  });
}

/** The site as it would be with these parts, which are not saved. */
export function draftEditorial(parts: Parts): Editorial {
  return editorialFrom(
    async () => ({ parts, updatedAt: {} }),
    () => {},
  );
}

function editorialFrom(load: () => Promise<CachedParts>, changed: () => void): Editorial {
  const parts = async () => (await load()).parts;
  return {
    parts,
    async brand() {
      const { name, color, icon = null, logo = null } = (await parts()).site;
      return { name, color: color || null, icon, logo };
    },
    sections: async (now) => (await parts()).home.filter((section) => runs(section, now)),
    hasTopBanner: async (now) => (await parts()).banners.some((banner) => banner.slot === 1 && runs(banner, now)),
    async theme(id, now) {
      return (await parts()).themes.find((theme) => theme.id === id && runs(theme, now)) ?? null;
    },
    themes: async (now) => (await parts()).themes.filter((theme) => runs(theme, now)),
    listsRestricted: async () => (await parts()).restricted.listed,
    async text(name) {
      const { parts, updatedAt } = await load();
      if (parts[name] !== DEFAULT_PARTS.privacy)
        return { ...parts[name], updatedAt: new Date(updatedAt[name] ?? DEFAULTS_WRITTEN_AT) };
      const at = [DEFAULTS_WRITTEN_AT, updatedAt.features ?? DEFAULTS_WRITTEN_AT].map((day) => Date.parse(day));
      return { ...privacyWith(parts.features), updatedAt: new Date(Math.max(...at)) };
    },
    hasQuestion: async (key) => questionsOf((await parts()).faq).some((each) => each.key === key),
    async nextChange(now) {
      const { home, banners, themes, events, packages, gifts } = await parts();
      const moments = [...home, ...banners, ...themes, ...events, ...packages, ...gifts]
        .flatMap(({ start, end }) => [start, end])
        .flatMap((moment) => (moment === null ? [] : [Date.parse(moment)]))
        .filter((moment) => moment > now.getTime());
      return moments.length > 0 ? new Date(Math.min(...moments)) : null;
    },
    changed,
  };
}

/** Whether something is shown at a moment. */
export function runs({ start, end }: Span, now: Date): boolean {
  const at = now.getTime();
  return (start === null || Date.parse(start) <= at) && (end === null || at < Date.parse(end));
}
