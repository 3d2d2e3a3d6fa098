let nextId: number | null = null;

/** The chapter that follows the one being read. */
export function noteReadOn(chapterId: number | null) {
  nextId = chapterId;
}

/** Whether the reader came to a chapter from the previous one, and not from a list or a link. */
export function isReadOn(chapterId: number): boolean {
  return chapterId === nextId;
}
