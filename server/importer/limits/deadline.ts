import type { FileHandle } from 'node:fs/promises';
import { SourceError } from '../source/source-error.ts';
import { MAX_ARCHIVE_MS, MAX_ENTRY_STALL_MS, MAX_TOTAL_BYTES } from './limits.ts';

/**
 * Limits the bytes read from one archive or folder and the time spent waiting for them. The time between reads does not count.
 * All waits end when `signal` aborts.
 */
export class Deadline {
  #leftMs: number;
  readonly #stallMs: number;
  readonly signal: AbortSignal | undefined;
  /** The bytes of each page. */
  readonly #counted = new Map<object, number>();
  #bytes = 0;

  constructor(signal?: AbortSignal, archiveMs = MAX_ARCHIVE_MS, stallMs = MAX_ENTRY_STALL_MS) {
    this.#leftMs = archiveMs;
    this.#stallMs = stallMs;
    this.signal = signal;
  }

  /** Waits for one step. Throws `timeout` if the step stalls or all steps together take too long. */
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

  /** Closes a file without waiting for a pending read. */
  async release(file: FileHandle): Promise<void> {
    await this.guard(file.close()).catch(() => {});
  }

  /**
   * Adds the bytes of a page, once: it is read to be measured, and again to be drawn. Throws `bomb_size` if all pages together are
   * too large.
   */
  count(page: object, bytes: number): void {
    const before = this.#counted.get(page) ?? 0;
    this.#counted.set(page, Math.max(before, bytes));
    this.#bytes += Math.max(0, bytes - before);
    if (this.#bytes > MAX_TOTAL_BYTES) {
      throw new SourceError('bomb_size', '全部图片展开后超过 4 GB，请拆成几话再导入');
    }
  }
}

function timeoutError(): SourceError {
  return new SourceError('timeout', '读取超时，请检查磁盘或网络盘后再试');
}
