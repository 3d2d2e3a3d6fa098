import { paths } from '../paths.ts';

export type Visit = { screenPath: string; fullPath: string };

/** Back navigations do not ease to the top: those by the history, and any that leaves a comic's detail. */
export function isBack(previous: Visit, type: 'POP' | 'PUSH' | 'REPLACE'): boolean {
  return type === 'POP' || previous.screenPath === paths.comic;
}

/** The path to remember as the way back from a comic's detail; undefined keeps the remembered one. */
export function rememberedWay(previous: Visit | null, screenPath: string): string | undefined {
  if (screenPath !== paths.comic || !previous || previous.screenPath === paths.chapter) return undefined;
  return previous.fullPath;
}
