let nextId: number | null = null;

/** The chapter that follows the one being read. */
export function noteReadOn(chapterId: number | null) {
  nextId = chapterId;
}

/** Whether a chapter was reached by reading on from the one before it, and not from a list or a link. */
export function isReadOn(chapterId: number): boolean {
  return chapterId === nextId;
}
