/** How many chapters of a comic its screen draws, and asks for, at once. */
export const CHAPTER_WINDOW = 50;
