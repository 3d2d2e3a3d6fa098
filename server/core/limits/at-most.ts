/**
 * Bounds an LRUCache to this many entries. Its own `max` takes the memory of all of them at once: ten milliseconds and some
 * megabytes for a hundred thousand that may never come.
 */
export function atMost(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
