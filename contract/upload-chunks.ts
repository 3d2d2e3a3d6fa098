/** In UTF-16 code units, of a path below the folder that was chosen. */
export const LONGEST_FILE_NAME = 500;

/** A file is sent in chunks of at most this many bytes: proxies accept bodies of 1 MiB by default. */
export const MOST_CHUNK_BYTES = 1024 * 1024;

/** Where a chunk is sent to with PUT: the id of the file follows. */
export const CHUNK_PATH = '/console/api/upload/';
/** The header with the position of a chunk in its file, in bytes. */
export const OFFSET_HEADER = 'upload-offset';

/** A single picture, such as a cover or a page. */
export const MOST_PICTURE_BYTES = 50 * 1024 ** 2;
