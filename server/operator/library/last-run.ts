import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Refused = v.object({ path: v.string(), reason: v.string(), since: v.string() });
/** The progress of the current step of a run. */
const ProgressShape = v.object({
  step: v.picklist(['looking', 'reading', 'making']),
  done: Count,
  /** Null if the total is not known. */
  of: v.nullable(Count),
  leftSeconds: v.nullable(Count),
  at: v.string(),
});
const LastRunShape = v.object({
  folders: v.array(v.string()),
  /** The folders that are missing now. */
  missing: v.array(v.string()),
  startedAt: v.string(),
  endedAt: v.string(),
  new: Count,
  replaced: Count,
  updated: Count,
  unchanged: Count,
  refused: Count,
  /** Why the run failed, for the operator; null = it did not. */
  failure: v.nullable(v.string()),
  /** Null = no long step is running. */
  progress: v.optional(v.nullable(ProgressShape), null),
  /** All existing files that were refused, by this run or an earlier one. */
  refusedFiles: v.array(Refused),
});

export type Progress = v.InferOutput<typeof ProgressShape>;

/** The result of the last import of the library folders. */
export type LastRun = v.InferOutput<typeof LastRunShape>;

const fileIn = (dataDir: string) => path.join(dataDir, 'library.json');

/** Null if there was none. An unreadable file counts as none: the next run writes the same facts. */
export async function readLastRun(dataDir: string): Promise<LastRun | null> {
  try {
    const found = v.safeParse(LastRunShape, JSON.parse(await readFile(fileIn(dataDir), 'utf8')));
    return found.success ? found.output : null;
  } catch {
    return null;
  }
}

export async function writeLastRun(dataDir: string, run: LastRun): Promise<void> {
  const unfinished = `${fileIn(dataDir)}.new`;
  await writeFile(unfinished, `${JSON.stringify(run, null, 2)}\n`);
  await rename(unfinished, fileIn(dataDir));
}
