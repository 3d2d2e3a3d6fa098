import { paths } from '../paths.ts';

export type Visit = { screenPath: string; fullPath: string };

/** A back navigation restores the scroll position: one by the history, and any that leaves a comic's detail. */
export function isBack(previous: Visit | null, type: 'POP' | 'PUSH' | 'REPLACE'): boolean {
  return type === 'POP' || previous?.screenPath === paths.comic;
}

/** What entering a screen makes the way back from a comic's detail; undefined leaves it as it is. */
export function rememberedWay(previous: Visit | null, screenPath: string): string | undefined {
  if (screenPath !== paths.comic || !previous || previous.screenPath === paths.chapter) return undefined;
  return previous.fullPath;
}
