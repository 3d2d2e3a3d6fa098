/**
 * What one thread may hold in its decoders. As much again comes to it: the pixels that it answers, what its memory leaves
 * behind, and all else that a run of 512 MB holds.
 */
export const MOST_HEAP_BYTES = 128 * 1024 * 1024;
