/**
 * Memory limit of the decoders of one thread. The pixels that it returns and its remaining memory take about the same again,
 * within the 512 MB of an import.
 */
export const MOST_HEAP_BYTES = 128 * 1024 * 1024;
