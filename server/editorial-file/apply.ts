import type pg from 'pg';
import type { ImageStore } from '../adapters/image-store.ts';
import { type Tx, transaction } from '../core/db.ts';
import { type Mistake, readYaml } from '../core/yaml-source.ts';
import { replacePromotions } from '../modules/catalog/publishing/publishing.ts';
import { lockParts, type PackagePart, type PartName, type Parts, setPart } from '../modules/editorial/editing.ts';
import { type EditorialState, readCurrent } from './current.ts';
import { changesBetween, type PartChanges } from './difference.ts';
import { readFileParts } from './file-parts.ts';
import {
  type ReadPicture,
  readIcon,
  readLogo,
  readPicture,
  storePicture,
  sweepPictures,
  usablePictures,
} from './pictures.ts';
import { type TargetParts, toTarget } from './target.ts';

export type ApplyPorts = { pool: pg.Pool; store: ImageStore; clock: () => Date };

const NUMERIC: ReadonlySet<string> = new Set(
  `id slot count theme percent type coins bonus tickets firstBonus chapters days validDays readers
   repairCost bonusDays ticketDays gradeBonus`.split(/\s+/),
);

/** The result of applying a file or of a dry run: the changes with what is sold then, or all mistakes of the file. */
export type Applied = { changes: PartChanges[]; packages: readonly PackagePart[] } | { mistakes: Mistake[] };

/**
 * Makes the state what a file describes; its pictures are read from `folder`. All of it is applied or, where anything is
 * wrong, nothing; a dry run writes nothing.
 */
export async function applyFile(
  text: string,
  folder: string,
  { isDryRun }: { isDryRun: boolean },
  { pool, store, clock }: ApplyPorts,
): Promise<Applied> {
  const source = readYaml(text, NUMERIC);
  const parts = readFileParts(source);
  try {
    return await transaction(pool, async (tx) => {
      await lockParts(tx);
      const { state } = await readCurrent(tx);
      const usable = await usablePictures(state, store);
      const ports = {
        db: tx,
        readPicture: (name: string) => readPicture(folder, name, usable),
        readIcon: (name: string) => readIcon(folder, name),
        readLogo: (name: string) => readLogo(folder, name),
      };
      const { target, pictures } = await toTarget(parts, state, source, ports);
      if (source.mistakes.length > 0) return { mistakes: inOrder(source.mistakes) };
      const changes = changesBetween(state, target);
      if (!isDryRun) {
        // What an earlier application replaced was left for readers who still had its addresses.
        await sweepPictures(store, state);
        await storeAll(store, pictures);
        await writeChanges(tx, target, changes, clock());
      }
      return { changes, packages: target.packages ?? state.packages };
    });
  } catch (error) {
    if (!isDryRun) await sweepAfterFailure(pool, store);
    throw error;
  }
}

/** Pictures are on disk before the database refers to them. */
async function storeAll(store: ImageStore, pictures: Pick<ReadPicture, 'files'>[]): Promise<void> {
  for (const picture of pictures) await storePicture(store, picture);
}

async function writeChanges(tx: Tx, target: TargetParts, changes: PartChanges[], now: Date): Promise<void> {
  for (const { name } of changes) {
    if (name === 'promotions') await replacePromotions(tx, (target.promotions ?? []).map(toRecord));
    else await writePartOf(tx, name, target, now);
  }
}

async function writePartOf<Name extends PartName>(
  tx: Tx,
  name: Name,
  target: Partial<Parts>,
  now: Date,
): Promise<void> {
  const body = target[name];
  if (body !== undefined) await setPart(tx, name, body, now);
}

function toRecord({ key, title, percent, comics, start, end }: EditorialState['promotions'][number]) {
  return { key, title, percent, startsAt: new Date(start), endsAt: new Date(end), comicIds: comics };
}

/** Removes the pictures of a failed application; where this fails too, the next application does it. */
async function sweepAfterFailure(pool: pg.Pool, store: ImageStore): Promise<void> {
  await transaction(pool, async (tx) => {
    await lockParts(tx);
    await sweepPictures(store, (await readCurrent(tx)).state);
  }).catch(() => {});
}

function inOrder(mistakes: Mistake[]): Mistake[] {
  return mistakes.toSorted((a, b) => a.line - b.line);
}
