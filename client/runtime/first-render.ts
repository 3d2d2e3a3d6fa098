const LONGEST_HOLD_MS = 2000;

let rendered: Promise<void> = Promise.resolve();
let end: () => void = () => undefined;
let begin: () => void = () => undefined;
const begun = new Promise<void>((resolve) => {
  begin = resolve;
});

/**
 * Holds answers until `endFirstRender`. The first render is done in slices. If what it shows changed between two of them, React would
 * begin again in one long task, or would find that the server has rendered something else.
 */
export function beginFirstRender() {
  rendered = new Promise((resolve) => {
    end = resolve;
  });
  begin();
  // Answers must come even if rendering fails.
  setTimeout(end, LONGEST_HOLD_MS);
}

/** A screen has been rendered. */
export function endFirstRender() {
  end();
}

/** Resolves when the first screen has been rendered. It may not have begun yet. */
export function firstRender(): Promise<void> {
  return begun.then(() => rendered);
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The fetch of calls, whose answers wait for the first render. */
export function fetchAfterRender(fetch: Fetch): Fetch {
  return async (url, init) => {
    const answer = await fetch(url, init);
    await rendered;
    return answer;
  };
}
