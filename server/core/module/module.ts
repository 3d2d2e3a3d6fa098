import type { Topic } from '../changes/changes.ts';
import type { Served } from '../dispatch/dispatch.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Gauge } from '../log/metrics.ts';
import type { ReaderDataOwner } from './reader-data-owner.ts';

/** Everything that a module adds to the app. Its tables are made by the SQL files in its `migrations/`. */
export type Module = {
  calls?: readonly Served[];
  /** Calls of the console, which are not sealed. */
  consoleCalls?: readonly Served[];
  /** By the names that metrics and logs show; unique in the app. */
  jobs?: Readonly<Record<string, Job>>;
  metrics?: readonly Gauge[];
  /** Drops the cached data of a topic that has changed. `comicId`: the changed comic; null = any. */
  cacheTopics?: Partial<Record<Topic, (comicId: number | null) => void>>;
  dataOwners?: readonly ReaderDataOwner[];
  /** Saves the data that are only in memory. */
  close?(): Promise<void>;
};
