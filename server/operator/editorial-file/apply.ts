import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { ImageStorage } from '../../adapters/image-storage.ts';
import { type Tx, transaction } from '../../core/db/db.ts';
import { type Mistake, readYaml } from '../../core/files/yaml-source.ts';
import type { Act } from '../../modules/audit/audit.ts';
import {
  changeEditorial,
  lockParts,
  neededPictures,
  noteApplied,
  type PackagePart,
  readCurrent,
  type StatePart,
  unseenParts,
} from '../../modules/editorial/editing.ts';
import { changesBetween, leavingOf, type PartChanges } from './difference.ts';
import { NUMERIC } from './fields.ts';
import { exportOf, readFileParts } from './file-parts.ts';
import { readIcon, readLogo, readPicture } from './pictures.ts';
import { type NewFile, storePicture, sweepPictures, usablePictures } from './stored-pictures.ts';
import { toTarget } from './target.ts';

export type ApplyPorts = { pool: pg.Pool; storage: ImageStorage; clock: () => Date };

/**
 * How a file is applied. `agreed`: changes that the operator has confirmed. If readers would lose something, unconfirmed
 * changes are not written. Without `act` nothing is logged.
 */
export type ApplyOptions = {
  isDryRun: boolean;
  act: Act | null;
  agreed: 'all' | readonly PartChanges[];
  /** Parts that were changed after the export of the file are overwritten. */
  overwrites?: boolean;
};

/**
 * The result: the changes and the packages after them, or all mistakes of the file. `entryId`: the number in the log. Not
 * `written`: a dry run, or readers would lose something and the changes are not confirmed.
 */
export type Applied =
  | { changes: PartChanges[]; packages: readonly PackagePart[]; written: boolean; entryId: number | null }
  | { mistakes: Mistake[] }
  /** Nothing was written: these parts were changed after the export of the file. */
  | { unseen: StatePart[] };

/**
 * Applies a file. Its pictures are read from `folder`. All of it is applied, or nothing if there is a mistake.
 */
export async function applyFile(
  text: string,
  folder: string,
  { isDryRun, act, agreed, overwrites = false }: ApplyOptions,
  { pool, storage, clock }: ApplyPorts,
): Promise<Applied> {
  const source = readYaml(text, NUMERIC);
  const parts = readFileParts(source);
  try {
    return await transaction(pool, async (tx) => {
      await lockParts(tx);
      const now = clock();
      const { state } = await readCurrent(tx);
      const usable = await usablePictures(state, storage);
      const ports = {
        db: tx,
        readPicture: (name: string) => readPicture(folder, name, usable),
        readIcon: (name: string) => readIcon(folder, name),
        readLogo: (name: string) => readLogo(folder, name),
      };
      const { target, pictures } = await toTarget(parts, state, source, ports);
      if (source.mistakes.length > 0) return { mistakes: inOrder(source.mistakes) };
      const changes = changesBetween(state, target, now);
      const exportId = exportOf(source);
      const changed = changes.map(({ name }) => name);
      const unseen = exportId === undefined || overwrites ? [] : await unseenParts(tx, exportId, state, changed);
      if (unseen.length > 0) return { unseen };
      const packages = target.packages ?? state.packages;
      const isAgreed = agreed === 'all' || leavingOf(changes).length === 0 || isDeepStrictEqual(agreed, changes);
      if (isDryRun || !isAgreed) return { changes, packages, written: false, entryId: null };
      // Replaced pictures are kept as long as the change can be undone.
      await sweepPictures(storage, await neededPictures(tx, now));
      await storeAll(storage, pictures);
      const entryId = await changeEditorial(tx, act, target, now);
      if (exportId !== undefined) await noteApplied(tx, exportId, (await readCurrent(tx)).state, now);
      return { changes, packages, written: true, entryId };
    });
  } catch (error) {
    if (!isDryRun) await sweepAfterFailure(pool, storage, clock());
    throw error;
  }
}

/** Writes the pictures to disk before the database refers to them. */
async function storeAll(storage: ImageStorage, pictures: { files: NewFile[] }[]): Promise<void> {
  for (const picture of pictures) await storePicture(storage, picture);
}

/** Removes the pictures of a failed application. If this fails too, the next application removes them. */
async function sweepAfterFailure(pool: pg.Pool, storage: ImageStorage, now: Date): Promise<void> {
  await transaction(pool, async (tx: Tx) => {
    await lockParts(tx);
    await sweepPictures(storage, await neededPictures(tx, now));
  }).catch(() => {});
}

function inOrder(mistakes: Mistake[]): Mistake[] {
  return mistakes.toSorted((a, b) => a.line - b.line);
}
