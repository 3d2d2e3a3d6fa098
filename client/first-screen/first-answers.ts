import type { DataOf } from '#contract/call';
import type { banner, home } from '#contract/calls/site';

/** What the server puts into the page of home: the answers that its first screen needs, for whoever has no age confirmed. */
export type FirstAnswers = { home: DataOf<typeof home>; banners: DataOf<typeof banner> };

/** The answers that the page has brought with it; null where it has none. */
export function readFirstAnswers(page: Document): FirstAnswers | null {
  try {
    // The edge of the parsed world: the server writes it by the same contract.
    return JSON.parse(page.getElementById('first-answers')?.textContent ?? '') as FirstAnswers;
  } catch {
    return null;
  }
}
