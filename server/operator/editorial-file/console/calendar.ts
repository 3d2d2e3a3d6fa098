import type { PartName } from '#contract/console/editorial-parts';
import { type CurrentState, comicOfLink, type EditorialState, type Span } from '../../../modules/editorial/editing.ts';
import { shanghaiText } from '../span-text.ts';

const SHOWN_MS = 30 * 24 * 3600 * 1000;
const TIMED = ['home', 'banners', 'themes', 'events', 'promotions', 'packages', 'gifts'] as const;

export type Moment = { at: string; kind: 'start' | 'end'; part: PartName; title: string };
export type Conflict = { part: PartName; text: string };

export function calendarEnd(now: Date): Date {
  return new Date(now.getTime() + SHOWN_MS);
}

/** The scheduled starts and ends of the next 30 days, the earliest first. */
export function momentsOf(state: EditorialState, now: Date): Moment[] {
  const until = calendarEnd(now).getTime();
  const isNear = (at: string | null): at is string =>
    at !== null && Date.parse(at) > now.getTime() && Date.parse(at) <= until;
  return TIMED.flatMap((part) =>
    state[part].flatMap(({ title, start, end }): Moment[] => [
      ...(isNear(start) ? [{ at: start, kind: 'start' as const, part, title }] : []),
      ...(isNear(end) ? [{ at: end, kind: 'end' as const, part, title }] : []),
    ]),
  ).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** The parts that contradict each other within these days. */
export function conflictsOf({ state, titles }: CurrentState, now: Date): Conflict[] {
  const period = { start: now.toISOString(), end: calendarEnd(now).toISOString() };
  return [...bannersTogether(state, period), ...hiddenThemes(state, period), ...lostComics({ state, titles }, period)];
}

/** Promotions of one comic can't overlap, which is checked when they are saved; banners of one slot may, but take turns. */
function bannersTogether({ banners }: EditorialState, period: Span): Conflict[] {
  return banners.flatMap((banner, index) =>
    banners.slice(index + 1).flatMap((other): Conflict[] => {
      const both = banner.slot === other.slot ? overlapOf(overlapOf(banner, other), period) : null;
      if (!both) return [];
      const text = `位置 ${banner.slot} 的横幅「${banner.title}」与「${other.title}」轮流显示，${spanText(both)}`;
      return [{ part: 'banners', text }];
    }),
  );
}

/** A section without its theme is empty. */
function hiddenThemes({ home, themes }: EditorialState, period: Span): Conflict[] {
  return home.flatMap(({ show, title, start, end }): Conflict[] => {
    const theme = 'theme' in show ? themes.find(({ id }) => id === show.theme) : undefined;
    const shown = overlapOf({ start, end }, period);
    if (!theme || !shown) return [];
    const isWhole = startOf(theme) <= startOf(shown) && endOf(theme) >= endOf(shown);
    return isWhole
      ? []
      : [{ part: 'home', text: `栏目「${title}」用的专题「${theme.title}」有一段时间不显示，栏目那时是空的` }];
  });
}

function lostComics({ state: { banners, events }, titles }: CurrentState, period: Span): Conflict[] {
  const isLost = (each: Span & { link: string }) => {
    const id = comicOfLink(each.link);
    return id !== null && !titles.has(id) && overlapOf(each, period) !== null;
  };
  return [
    ...banners
      .filter(isLost)
      .map(({ title }): Conflict => ({ part: 'banners', text: `横幅「${title}」打开的漫画已经没有了` })),
    ...events
      .filter(isLost)
      .map(({ title }): Conflict => ({ part: 'events', text: `活动「${title}」打开的漫画已经没有了` })),
  ];
}

/** The time in both spans; null if there is none. */
function overlapOf(a: Span | null, b: Span): Span | null {
  if (a === null) return null;
  const [start, end] = [Math.max(startOf(a), startOf(b)), Math.min(endOf(a), endOf(b))];
  if (start >= end) return null;
  const text = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : null);
  return { start: text(start), end: text(end) };
}

function startOf({ start }: Span): number {
  return start === null ? Number.NEGATIVE_INFINITY : Date.parse(start);
}

function endOf({ end }: Span): number {
  return end === null ? Number.POSITIVE_INFINITY : Date.parse(end);
}

function spanText({ start, end }: Span): string {
  const text = (at: string | null) => (at === null ? '' : shanghaiText(at).slice(0, 16));
  return `从 ${text(start)} 到 ${text(end)}`;
}
