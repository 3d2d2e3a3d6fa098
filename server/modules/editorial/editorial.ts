import type { Pool } from 'pg';
import { DEFAULT_PARTS, DEFAULTS_WRITTEN_AT } from './defaults.ts';
import type { Parts, SectionPart, Span, TextPart, ThemePart } from './parts.ts';
import { readParts } from './store.ts';

export { DEFAULT_PARTS } from './defaults.ts';
export type { BannerPart, EventPart, Parts, Rule, SectionPart, ThemePart } from './parts.ts';

/** What an editor says of the site: kept in memory, forgotten when it is told to have changed. */
export type Editorial = {
  /** Everything as it is written, what is over and what is to come included. */
  parts(): Promise<Parts>;
  /** The sections of the home screen at this moment. */
  sections(now: Date): Promise<SectionPart[]>;
  /** A theme that runs now; null where there is none. */
  theme(id: number, now: Date): Promise<ThemePart | null>;
  text(name: 'service' | 'privacy'): Promise<TextPart & { updatedAt: Date }>;
  /** The next moment at which anything of this starts or ends by itself. */
  nextTurn(now: Date): Promise<Date | null>;
  /** It may have changed. */
  changed(): void;
};

type Known = { parts: Parts; updatedAt: Partial<Record<keyof Parts, string>> };

/** `live` says whether changes are being heard; while they are not, everything is read afresh. */
export function createEditorial(pool: Pool, live: () => boolean): Editorial {
  let kept: Promise<Known> | null = null;

  function known(): Promise<Known> {
    if (kept && live()) return kept;
    const read = readParts(pool).then(({ parts, updatedAt }) => ({ parts: { ...DEFAULT_PARTS, ...parts }, updatedAt }));
    if (!live()) return read;
    kept = read;
    read.catch(() => {
      if (kept === read) kept = null;
    });
    return read;
  }
  const parts = async () => (await known()).parts;

  return {
    parts,
    sections: async (now) => (await parts()).home.filter((section) => runs(section, now)),
    async theme(id, now) {
      return (await parts()).themes.find((theme) => theme.id === id && runs(theme, now)) ?? null;
    },
    async text(name) {
      const { parts, updatedAt } = await known();
      return { ...parts[name], updatedAt: new Date(updatedAt[name] ?? DEFAULTS_WRITTEN_AT) };
    },
    async nextTurn(now) {
      const { home, banners, themes, events } = await parts();
      const moments = [...home, ...banners, ...themes, ...events]
        .flatMap(({ start, end }) => [start, end])
        .flatMap((moment) => (moment === null ? [] : [Date.parse(moment)]))
        .filter((moment) => moment > now.getTime());
      return moments.length > 0 ? new Date(Math.min(...moments)) : null;
    },
    changed() {
      kept = null;
    },
  };
}

/** Whether this is to be seen at a moment. */
export function runs({ start, end }: Span, now: Date): boolean {
  const at = now.getTime();
  return (start === null || Date.parse(start) <= at) && (end === null || at < Date.parse(end));
}
