import { paths } from '../paths.ts';

export type Visit = { screenPath: string; fullPath: string };

/** A back navigation restores the place: one by the browser's history, and any that leaves a comic's detail. */
export function isBack(previous: Visit | null, type: 'POP' | 'PUSH' | 'REPLACE'): boolean {
  return type === 'POP' || previous?.screenPath === paths.comic;
}

/** A choice written into the address of the screen that is shown leads nowhere: nothing scrolls. */
export function isSameScreen(previous: Visit, now: Visit, type: 'POP' | 'PUSH' | 'REPLACE'): boolean {
  return type === 'REPLACE' && previous.fullPath !== now.fullPath && pathOf(previous) === pathOf(now);
}

/** What entering a screen makes the way back from a comic's detail; undefined leaves it as it is. */
export function rememberedWay(previous: Visit | null, screenPath: string): string | undefined {
  if (screenPath !== paths.comic || !previous || previous.screenPath === paths.chapter) return undefined;
  return previous.fullPath;
}

function pathOf({ fullPath }: Visit): string {
  return fullPath.replace(/\?.*$/, '');
}
