let nextId: number | null = null;

/** Remembers the chapter that follows the one being read; null if there is none. */
export function noteNextChapter(chapterId: number | null) {
  nextId = chapterId;
}

/** Whether the reader came to a chapter from the previous one, and not from a list or a link. */
export function isReadOn(chapterId: number): boolean {
  return chapterId === nextId;
}
