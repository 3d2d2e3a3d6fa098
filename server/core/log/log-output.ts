import { writeSync } from 'node:fs';
import pino, { type DestinationStream } from 'pino';

/**
 * Where log lines go: to a file descriptor, at once. A line that can't be written, as on a full disk, is dropped; the number of
 * dropped lines is logged before the next line that can be written. `put` writes some bytes of a text and returns how many.
 */
export function createLogOutput(put: (bytes: Buffer) => number = toStandardError): DestinationStream {
  let lost = 0;
  let isTorn = false;

  /** Throws if not all could be written. */
  function write(text: string): void {
    for (let bytes = Buffer.from(text); bytes.length > 0; ) {
      const written = put(bytes);
      isTorn = written < bytes.length;
      bytes = bytes.subarray(written);
    }
  }

  return {
    write(line) {
      try {
        write((isTorn ? '\n' : '') + (lost > 0 ? lossLine(lost) : '') + line);
        lost = 0;
      } catch {
        lost += 1;
      }
    },
  };
}

function toStandardError(bytes: Buffer): number {
  return writeSync(2, bytes);
}

function lossLine(lost: number): string {
  const time = new Date().toISOString();
  return `${JSON.stringify({ level: pino.levels.values.error, time, lost, msg: 'lines of the log were lost' })}\n`;
}

/** Drops lines that can't be written to the standard output or error, so that a full disk does not end the process. */
export function keepWithoutOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
