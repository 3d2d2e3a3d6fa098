const LONGEST_HOLD_MS = 2000;

let rendered: Promise<void> = Promise.resolve();

/**
 * Holds answers until the returned function is called. The first render is done in slices; were what it shows to change between two
 * of them, React would begin again and render everything in one task, which keeps a finger waiting on a slow phone.
 */
export function holdAnswers(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  rendered = promise;
  // Answers must come even where rendering fails.
  setTimeout(resolve, LONGEST_HOLD_MS);
  return resolve;
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
