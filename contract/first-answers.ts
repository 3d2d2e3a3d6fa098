import type { DataOf } from './call.ts';
import type { banner } from './calls/site.ts';

/** An answer in a page. `input`: the payload of the call; null = none. `list`: it is the first page of an endless list. */
export type FirstAnswer = { path: string; input: object | null; list: boolean; data: unknown };

/** The answers for the first render of a screen, for a reader of unknown age who has read nothing. */
export type FirstAnswers = {
  banners: DataOf<typeof banner> | null;
  answers: readonly FirstAnswer[];
};
