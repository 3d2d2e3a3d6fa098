import { paths } from '../paths.ts';

export type Visit = { screenPath: string; fullPath: string };

/**
 * What a navigation does with the scroll position of the screen that it shows. Back navigations do not scroll to the top: those by
 * the history, which begin at the top where no position is known, and any that leaves a comic's detail, which leave the page where
 * it is.
 */
export type Arrival = 'history' | 'from comic' | 'new';

export function arrivalOf(previous: Visit | null, type: 'POP' | 'PUSH' | 'REPLACE'): Arrival {
  if (type === 'POP') return 'history';
  return previous?.screenPath === paths.comic ? 'from comic' : 'new';
}

/** What entering a screen makes the way back from a comic's detail; undefined leaves it as it is. */
export function rememberedWay(previous: Visit | null, screenPath: string): string | undefined {
  if (screenPath !== paths.comic || !previous || previous.screenPath === paths.chapter) return undefined;
  return previous.fullPath;
}
