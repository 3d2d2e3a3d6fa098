import { shanghaiTime } from '../../core/time/shanghai-day.ts';
import type { Span } from '../../modules/editorial/editing.ts';

/** A span as the file has it; an end that is open is left out. */
export function spanOf({ start, end }: Span): { start?: string; end?: string } {
  return { ...(start !== null && { start: shanghaiText(start) }), ...(end !== null && { end: shanghaiText(end) }) };
}

/** `2026-11-20 10:00` in Shanghai, with seconds where there are any. */
export function shanghaiText(time: string): string {
  return shanghaiTime(new Date(time))
    .replace('T', ' ')
    .replace(/\.000$/, '')
    .replace(/:00$/, '');
}
