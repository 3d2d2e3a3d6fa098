import type { FileHandle } from 'node:fs/promises';
import { MAX_ARCHIVE_MS, MAX_ENTRY_STALL_MS, MAX_TOTAL_BYTES } from './limits.ts';
import { Unfit } from './source.ts';

/** Watches over the bytes that one archive or folder gives and the time spent waiting for them; time between reads is free. */
export class Deadline {
  #leftMs: number;
  readonly #stallMs: number;
  #bytes = 0;

  constructor(archiveMs = MAX_ARCHIVE_MS, stallMs = MAX_ENTRY_STALL_MS) {
    this.#leftMs = archiveMs;
    this.#stallMs = stallMs;
  }

  /** Waits for one step, refusing with `timeout` when it stalls or the whole takes too long. */
  async guard<T>(step: Promise<T>): Promise<T> {
    const left = Math.min(this.#stallMs, this.#leftMs);
    const startedAt = performance.now();
    if (left <= 0) {
      step.catch(() => {});
      throw timeout();
    }
    let timer: NodeJS.Timeout | undefined;
    try {
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(timeout()), left);
      });
      return await Promise.race([step, late]);
    } finally {
      clearTimeout(timer);
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
      throw new Unfit('bomb_size', '全部图片展开后超过 4 GB，请拆成几话再导入');
    }
  }
}

function timeout(): Unfit {
  return new Unfit('timeout', '读取超时，请检查磁盘或网络盘后再试');
}
