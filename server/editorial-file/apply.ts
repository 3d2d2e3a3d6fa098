import type pg from 'pg';
import type { ImageStore } from '../adapters/image-store.ts';
import { transaction } from '../core/db.ts';
import { replacePromotions } from '../modules/catalog/promotion-store.ts';
import type { PartName, Parts } from '../modules/editorial/parts.ts';
import { holdEditorial, writePart } from '../modules/editorial/store.ts';
import { difference, type PartChanges } from './difference.ts';
import { type ReadPicture, readPicture, standingPictures, storePicture, sweepPictures } from './pictures.ts';
import { readPresent, type Whole } from './present.ts';
import { readSaid } from './said.ts';
import { toWanted, type Wanted } from './wanted.ts';
import { type Mistake, readYaml } from './yaml-source.ts';

export type ApplyPorts = { pool: pg.Pool; store: ImageStore; clock: () => Date };

/** What an application did, or would do: its changes, or everything that is wrong with the file. */
export type Applied = { changes: PartChanges[] } | { mistakes: Mistake[] };

/**
 * Makes the state what a file says; `folder` is where its pictures are found. All of it or, where anything is wrong,
 * nothing; on a rehearsal nothing either way.
 */
export async function applyFile(
  text: string,
  folder: string,
  { isRehearsal }: { isRehearsal: boolean },
  { pool, store, clock }: ApplyPorts,
): Promise<Applied> {
  const source = readYaml(text);
  const said = readSaid(source);
  try {
    return await transaction(pool, async (client) => {
      await holdEditorial(client);
      const { whole } = await readPresent(client);
      const standing = await standingPictures(whole, store);
      const ports = { db: client, readPicture: (name: string) => readPicture(folder, name, standing) };
      const { wanted, pictures } = await toWanted(said, whole, source, ports);
      if (source.mistakes.length > 0) return { mistakes: inOrder(source.mistakes) };
      const changes = difference(whole, wanted);
      if (!isRehearsal) {
        // What an earlier application replaced was left for readers who still had its addresses.
        await sweepPictures(store, whole);
        await storeAll(store, pictures);
        await write(client, wanted, changes, clock());
      }
      return { changes };
    });
  } catch (error) {
    if (!isRehearsal) await sweepAfterFailure(pool, store);
    throw error;
  }
}

/** Pictures are there for good before the database is told of them. */
async function storeAll(store: ImageStore, pictures: ReadPicture[]): Promise<void> {
  for (const picture of pictures) await storePicture(store, picture);
}

async function write(client: pg.PoolClient, wanted: Wanted, changes: PartChanges[], now: Date): Promise<void> {
  for (const { name } of changes) {
    if (name === 'promotions') await replacePromotions(client, (wanted.promotions ?? []).map(toRecord));
    else await writeWanted(client, name, wanted, now);
  }
}

async function writeWanted<Name extends PartName>(
  client: pg.PoolClient,
  name: Name,
  wanted: Partial<Parts>,
  now: Date,
): Promise<void> {
  const body = wanted[name];
  if (body !== undefined) await writePart(client, name, body, now);
}

function toRecord({ key, title, percent, comics, start, end }: Whole['promotions'][number]) {
  return { key, title, percent, startsAt: new Date(start), endsAt: new Date(end), comicIds: comics };
}

/** Nothing of what failed stays behind; where even this fails, the next application does it. */
async function sweepAfterFailure(pool: pg.Pool, store: ImageStore): Promise<void> {
  await transaction(pool, async (client) => {
    await holdEditorial(client);
    await sweepPictures(store, (await readPresent(client)).whole);
  }).catch(() => {});
}

function inOrder(mistakes: Mistake[]): Mistake[] {
  return mistakes.toSorted((a, b) => a.line - b.line);
}
