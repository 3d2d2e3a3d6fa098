/**
 * Marks a comic as the server renders it for new readers. A reader with a session sees it until the server has answered for that
 * reader. The answer has no mark.
 */
export function markForNewReader(comic: unknown): unknown {
  return { ...Object(comic), isForNewReader: true };
}

export function isForNewReader(comic: object): boolean {
  return 'isForNewReader' in comic;
}
