/** What one thread may hold in its decoders; a HEIC, the hungriest, takes 16 bytes a pixel. */
export const MOST_HEAP_BYTES = 384 * 1024 * 1024;
