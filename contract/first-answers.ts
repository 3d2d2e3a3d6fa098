import type { DataOf } from './call.ts';
import type { banner } from './calls/site.ts';

/** An answer that a page carries. `input`: the payload of the call; null = none. `list`: it is the first page of an endless list. */
export type FirstAnswer = { path: string; input: object | null; list: boolean; data: unknown };

/** What the first render of a screen shows: the answers for a reader of unknown age who has read nothing. */
export type FirstAnswers = {
  banners: DataOf<typeof banner> | null;
  answers: readonly FirstAnswer[];
};
