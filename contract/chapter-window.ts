/** The number of chapters that the screen of a comic requests and draws at once. */
export const CHAPTER_WINDOW = 50;
