import { MAX_ARCHIVE_MS, MAX_LISTING_MS } from '../../limits/limits.ts';
import { SourceError } from '../../source/source-error.ts';
import { createJobThread } from '../threads/job-thread.ts';
import type { EngineJob, EngineMessage } from './engine-jobs.ts';

const LARGE_BYTES = 32 * 1024 * 1024;

export type EngineResult = Exclude<EngineMessage, { kind: 'progress' }>;

/** Has the engine do one job in its thread. */
export const runEngineJob = createJobThread<EngineJob, EngineResult>({
  script: new URL('./engine-thread.ts', import.meta.url),
  mostMs: ({ task }) => (task === 'list' ? MAX_LISTING_MS : MAX_ARCHIVE_MS),
  isSpent: (result) => result.kind === 'failed' || result.kind === 'stopped' || isLarge(result),
  late: () => new SourceError('timeout', '解压花的时间太长，已停止，请重新打包成普通的 CBZ（ZIP）'),
  // The thread ends with an error at its memory limit, and if the engine crashes.
  ended: (cause) => new SourceError('corrupt_archive', '压缩包解不开，可能已损坏，请重新下载或打包', { cause }),
});

/** Ends the thread after a large archive, to free its memory at once. */
function isLarge(result: EngineResult): boolean {
  return result.kind === 'unpacked' && result.files.reduce((sum, { bytes }) => sum + bytes, 0) > LARGE_BYTES;
}
