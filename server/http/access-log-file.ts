import { write as writeTo } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from 'pino';

const STANDARD_OUTPUT = 1;
const FLUSH_MS = 1_000;
const CLOSED_WITHIN_MS = 1_000;
const WARN_EVERY_MS = 60_000;
/** Enough for 20,000 lines. Lines that do not fit are lost and counted. */
const MOST_WAITING = 4 * 1024 * 1024;

type AccessLogParts = {
  /** A file, or `-` for the standard output. */
  place: string;
  log: Logger;
  /** False while a disk is nearly full, because the database needs the rest. */
  mayWrite(): boolean;
  flushMs?: number;
};

export type AccessLogFile = { write(line: string): void; close(): Promise<void> };

const put = promisify(writeTo);

/**
 * Writes lines once a second, and delays no request. The file is opened again each time, so that a rotation only has to
 * rename it. Rejects if it can't be opened at first.
 */
export async function openAccessLog({ place, log, mayWrite, flushMs }: AccessLogParts): Promise<AccessLogFile> {
  let waiting = '';
  let lost = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let writing: Promise<void> | null = null;
  const openFile = () => (place === '-' ? null : open(place, 'a', 0o640));
  await (await openFile())?.close();

  async function writeWaiting(): Promise<void> {
    const file = await openFile();
    try {
      // A line is ASCII, so a character is a byte. The part that did not fit on the disk is tried again.
      const { bytesWritten } = await put(file?.fd ?? STANDARD_OUTPUT, waiting);
      waiting = waiting.slice(bytesWritten);
    } finally {
      await file?.close();
    }
  }

  async function flush(): Promise<void> {
    let reason = 'too many';
    try {
      if (place !== '-' && !mayWrite()) reason = 'a disk is low';
      else if (waiting !== '') await writeWaiting();
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    const now = performance.now();
    if (lost === 0 || now - warnedAt < WARN_EVERY_MS) return;
    log.warn({ lost, reason }, 'lines of the access log were lost');
    [lost, warnedAt] = [0, now];
  }

  const flushOnce = () => {
    writing ??= flush().finally(() => {
      writing = null;
    });
    return writing;
  };
  const timer = setInterval(flushOnce, flushMs ?? FLUSH_MS).unref();

  return {
    write(line) {
      if (waiting.length + line.length > MOST_WAITING) lost += 1;
      else waiting += line;
    },
    async close() {
      clearInterval(timer);
      const isWritten = async () => {
        await writing;
        await flushOnce();
      };
      // A disk that does not answer must not keep the app from stopping.
      await Promise.race([isWritten(), sleep(CLOSED_WITHIN_MS)]);
    },
  };
}
