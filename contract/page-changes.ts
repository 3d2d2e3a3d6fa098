/** New pictures in one change of a chapter's pages: more don't fit into the time of one request. */
export const MOST_NEW_PAGES = 10;
