import { randomBytes } from 'node:crypto';

/** The folder for the covers and previews of a comic. */
export function comicFolder(storeKey: string): string {
  return `comic/${storeKey}`;
}

/** The folder for the pages of a chapter; those of a guarded one are served by signed addresses only. */
export function pagesFolder({ guarded, storeKey }: { guarded: boolean; storeKey: string }): string {
  return `${guarded ? 'guarded' : 'open'}/${storeKey}`;
}

/** A folder name that cannot be guessed. */
export function randomStoreKey(): string {
  return randomBytes(16).toString('hex');
}
