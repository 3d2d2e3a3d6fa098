/**
 * Memory limit of the decoders of one thread. The returned pixels and the other memory of the thread need about the same amount,
 * within the 512 MB of an import.
 */
export const MOST_HEAP_BYTES = 128 * 1024 * 1024;
