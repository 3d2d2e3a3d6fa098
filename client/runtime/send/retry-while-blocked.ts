import { BLOCK_MS, DuplicateRequest } from './duplicate-block.ts';

/** Makes a call again after the block if it was blocked as a duplicate. */
export async function retryWhileBlocked<T>(make: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof DuplicateRequest)) throw error;
    }
    // If several calls wait at once, each may have to wait again.
    await new Promise((resolve) => setTimeout(resolve, BLOCK_MS));
  }
}
