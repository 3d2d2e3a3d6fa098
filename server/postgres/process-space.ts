import { readlinkSync } from 'node:fs';

/**
 * Names the processes that this one can see: those of another container have numbers that mean nothing here. Empty where all
 * see all.
 */
export function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
