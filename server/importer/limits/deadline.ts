import type { FileHandle } from 'node:fs/promises';
import { SourceError } from '../source/source-error.ts';
import { MAX_ARCHIVE_MS, MAX_ENTRY_STALL_MS, MAX_TOTAL_BYTES } from './limits.ts';

/**
 * Watches over the bytes that one archive or folder gives and the time spent waiting for them; time between reads is
 * free. No wait goes on once `signal` aborts.
 */
export class Deadline {
  #leftMs: number;
  readonly #stallMs: number;
  readonly signal: AbortSignal | undefined;
  #bytes = 0;

  constructor(signal?: AbortSignal, archiveMs = MAX_ARCHIVE_MS, stallMs = MAX_ENTRY_STALL_MS) {
    this.#leftMs = archiveMs;
    this.#stallMs = stallMs;
    this.signal = signal;
  }

  /** Waits for one step, refusing with `timeout` when it stalls or the whole takes too long. */
  async guard<T>(step: Promise<T>): Promise<T> {
    const left = Math.min(this.#stallMs, this.#leftMs);
    const startedAt = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    step.then(resolve, reject);
    const late = () => reject(timeoutError());
    if (left <= 0) late();
    const timer = setTimeout(late, left);
    const end = () => reject(this.signal?.reason);
    if (this.signal?.aborted) end();
    this.signal?.addEventListener('abort', end);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.signal?.removeEventListener('abort', end);
      this.#leftMs -= performance.now() - startedAt;
    }
  }

  /** Closes a file without waiting for a read that hangs. */
  async release(file: FileHandle): Promise<void> {
    await this.guard(file.close()).catch(() => {});
  }

  /** Adds what a page took, refusing with `bomb_size` when all together are too much. */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > MAX_TOTAL_BYTES) {
      throw new SourceError('bomb_size', '全部图片展开后超过 4 GB，请拆成几话再导入');
    }
  }
}

function timeoutError(): SourceError {
  return new SourceError('timeout', '读取超时，请检查磁盘或网络盘后再试');
}
