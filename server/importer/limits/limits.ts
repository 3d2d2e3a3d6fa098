/**
 * What one archive or folder may cost. Sizes are counted while inflating; what headers declare can only get
 * something refused earlier, never let it through.
 */
const MIB = 1024 * 1024;

/** Entries in an archive or files in a folder; the longest real volumes stay below 2,000. */
export const MAX_ENTRIES = 20_000;
/** One picture, inflated. */
export const MAX_ENTRY_BYTES = 100 * MIB;
/** All pictures read from one archive or folder, inflated. */
export const MAX_TOTAL_BYTES = 4096 * MIB;
/** Pictures hardly deflate at all, text by about 5; deflate's own limit is 1,032. */
export const MAX_RATIO = 200;
/** Below this an entry may have any ratio: a blank page legitimately deflates by a thousand. */
export const RATIO_FREE_BYTES = 10 * MIB;
export const MAX_COMIC_INFO_BYTES = 4 * MIB;
/** Spent reading one archive or folder, all its reads together; what is done with the pictures isn't counted. */
export const MAX_ARCHIVE_MS = 10 * 60_000;
/** Reading the directory of an archive, however it is packed. */
export const MAX_LISTING_MS = 10_000;
export const MAX_PDF_PAGES = 5_000;
/** Drawing the pages of a PDF, which takes about a second each on a slow computer. */
export const MAX_DRAWING_MS = 30 * 60_000;
/** One read of an entry that brings no bytes, as on a network drive that is gone. */
export const MAX_ENTRY_STALL_MS = 30_000;
/** Folders below the folder the operator typed. */
export const MAX_FOLDER_DEPTH = 32;
