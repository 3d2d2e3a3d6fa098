/** Limits for one archive or folder. Sizes are counted while inflating; declared sizes can only cause an earlier refusal. */
const MIB = 1024 * 1024;

/** Entries in an archive or files in a folder; the longest real volumes stay below 2,000. */
export const MAX_ENTRIES = 20_000;
/** One picture, inflated. */
export const MAX_ENTRY_BYTES = 100 * MIB;
/** All pictures read from one archive or folder, inflated. */
export const MAX_TOTAL_BYTES = 4096 * MIB;
/** Compression ratio. Pictures have about 1, text about 5; deflate's maximum is 1,032. */
export const MAX_RATIO = 200;
/** An entry below this size may have any ratio: a blank page can have 1,000. */
export const RATIO_FREE_BYTES = 10 * MIB;
export const MAX_COMIC_INFO_BYTES = 4 * MIB;
/** Total time of all reads of one archive or folder. Drawing and encoding are not included. */
export const MAX_ARCHIVE_MS = 10 * 60_000;
/** Reading the directory of an archive. */
export const MAX_LISTING_MS = 10_000;
export const MAX_PDF_PAGES = 5_000;
/** Drawing the pages of a PDF, which takes about a second each on a slow computer. */
export const MAX_DRAWING_MS = 30 * 60_000;
/** One read without any bytes, for example from a lost network drive. */
export const MAX_ENTRY_STALL_MS = 30_000;
/** Folders below the folder the operator typed. */
export const MAX_FOLDER_DEPTH = 32;
