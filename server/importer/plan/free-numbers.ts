import { isOnlyPlace } from '#contract/chapter-no';
import type { Role } from '../source/name-parts.ts';

export type LastWords = Extract<Role, 'finale' | 'epilogue' | 'afterword'>;
/** Two decimals, like every number that only gives a position. */
const LAST_WORDS: Record<LastWords, number> = { finale: 0.91, epilogue: 0.94, afterword: 0.97 };

/** The chapter numbers of a comic that are in use, and free numbers near them. */
export class TakenNumbers {
  readonly #taken: Set<number>;
  /** How many positions after a number are known to be in use. */
  readonly #steps = new Map<number, number>();

  constructor(taken: Iterable<number>) {
    this.#taken = new Set(taken);
  }

  has(no: number): boolean {
    return this.#taken.has(no);
  }

  add(no: number): void {
    this.#taken.add(no);
  }

  /** The highest one below this. */
  before(no: number): number {
    let highest = 0;
    for (const each of this.#taken) if (each < no && each > highest) highest = each;
    return highest;
  }

  /** 12.01, 12.02 … 12.09, 12.11 … after chapter 12. The numbers of its parts, 12.1 to 12.9, and chapter 13 stay free. */
  behind(after: number): number {
    for (let step = (this.#steps.get(after) ?? 0) + 1; step < 100_000; step++) {
      const no = round(after + (step < 100 ? step / 100 : 0.99 + step / 10_000_000));
      this.#steps.set(after, step);
      if (isOnlyPlace(no) && !this.#taken.has(no)) return no;
    }
    return after + 1;
  }

  /** Epilogues and the like come after all side stories, also later ones. */
  lastWords(last: number, role: LastWords): number {
    const from = round(Math.floor(last) + LAST_WORDS[role]);
    return from > last ? this.#firstFree(from) : this.behind(last);
  }

  /** Prologues come before chapter 1; those of a later volume after the side stories of the previous one. */
  opening(before: number): number {
    return before === 0 ? this.behind(0) : this.#firstFree(Math.floor(before) + 0.61);
  }

  #firstFree(from: number): number {
    let no = from;
    while (this.#taken.has(no)) no = round(no + 0.001);
    return no;
  }
}

const round = (no: number) => Math.round(no * 10_000_000) / 10_000_000;
