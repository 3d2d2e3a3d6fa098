/** In characters. Imports cut longer texts to these lengths. */
export const LONGEST_NAME = 200;
export const LONGEST_DESCRIPTION = 5_000;
/** Names in one list. */
export const LONGEST_LIST = 20;
