/** Notices are kept this many days: an announcement can't reach readers who were away longer. */
export const MOST_SEEN_DAYS = 90;
/** In characters. */
export const LONGEST_ANNOUNCEMENT = { title: 40, body: 300 };
