import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { discover } from '../../server/importer/discover/discover.ts';
import type { Candidate } from '../../server/importer/plan/candidate.ts';
import { planChapters } from '../../server/importer/plan/plan.ts';
import { mergeMetadata } from '../../server/importer/read/merge-metadata.ts';
import { scratchRoot } from '../database/scratch.ts';

export type ReadTree = {
  /** The chapters of each comic in reading order, with their numbers. */
  comics: Map<string, { file: string; no: number }[]>;
  refused: { file: string; reason: string }[];
};

/** Writes empty files below a folder called `root` and returns the chapters that an import would make from their names. */
export async function readTree(root: string, files: readonly string[]): Promise<ReadTree> {
  const scratch = await mkdtemp(join(scratchRoot(), 'manyu-names-'));
  const folder = join(scratch, root);
  try {
    for (const file of files) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), '');
    }
    return await readFolder(folder);
  } finally {
    await rm(scratch, { recursive: true });
  }
}

async function readFolder(folder: string): Promise<ReadTree> {
  const candidates: Candidate[] = [];
  for await (const found of discover([folder])) {
    if (found.kind === 'missed' || found.names === undefined) continue;
    const path = found.path.slice(folder.length + 1);
    const sourceName = [...found.parents.slice(-2), path.split('/').at(-1)].join('/');
    candidates.push({ path, sourceName, sha256: path, metadata: mergeMetadata(undefined, found.names, 1) });
  }
  const read: ReadTree = { comics: new Map(), refused: [] };
  for (const { candidate, series, no, spares } of planChapters(candidates, [], {})) {
    const chapters = read.comics.get(series) ?? [];
    chapters.push({ file: candidate.path, no });
    read.comics.set(series, chapters);
    read.refused.push(...spares.map((spare) => ({ file: spare.candidate.path, reason: spare.reason ?? '' })));
  }
  return read;
}
