import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));
const Refused = v.object({ path: v.string(), reason: v.string(), since: v.string() });
/** How far the run under way has come in the step that it is at. */
const ProgressShape = v.object({
  step: v.picklist(['looking', 'reading', 'making']),
  done: Count,
  /** Null where it is not known how many there are. */
  of: v.nullable(Count),
  leftSeconds: v.nullable(Count),
  at: v.string(),
});
const LastRunShape = v.object({
  folders: v.array(v.string()),
  /** Those that are not there now. */
  missing: v.array(v.string()),
  startedAt: v.string(),
  endedAt: v.string(),
  new: Count,
  replaced: Count,
  updated: Count,
  unchanged: Count,
  refused: Count,
  /** Why the run did not come to its end, for the operator; null = it did. */
  failure: v.nullable(v.string()),
  /** Null = none goes on for long. */
  progress: v.optional(v.nullable(ProgressShape), null),
  /** Every file that lies there and could not be taken, also in runs before. */
  refusedFiles: v.array(Refused),
});

export type Progress = v.InferOutput<typeof ProgressShape>;

/** What became of the last import from the library folders. */
export type LastRun = v.InferOutput<typeof LastRunShape>;

const fileIn = (dataDir: string) => path.join(dataDir, 'library.json');

/** Null where there was none; a file that can't be read is taken for none, since it holds nothing that is not found again. */
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
