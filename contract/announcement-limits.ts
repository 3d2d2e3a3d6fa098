/** Notices are kept so many days: readers who were away longer can't be reached. */
export const MOST_SEEN_DAYS = 90;
/** In characters. */
export const LONGEST_ANNOUNCEMENT = { title: 40, body: 300 };
