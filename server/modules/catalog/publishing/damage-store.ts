import { allRows, execute, row, statement, type Tx } from '../../../core/db/db.ts';

/** `pages`: damaged or left out. `decoders`: the version that tried them, 0 where trying again may help. */
export type Damage = { pages: number; decoders: number };

/** A damaged chapter. */
export type DamagedChapter = { series: string; no: number } & Damage;

const SET = statement<never, [comicId: number, no: number, pages: number, decoders: number]>(
  'catalog.set-damage',
  `update catalog.chapter set damaged_pages = $3, decoders = $4
      where comic_id = $1 and no = $2 and (damaged_pages, decoders) is distinct from ($3::int, $4::int)`,
);

/** Makes the next import of the same sources replace the damaged chapters that other decoders than these have tried. */
export const remakeDamaged = execute<[decoders: number], Tx>(
  'catalog.require-remake-of-damaged',
  'update catalog.chapter set recipe = 0 where damaged_pages > 0 and decoders <> $1 and recipe <> 0 and pages_version is null',
);

export const listDamaged = allRows<DamagedChapter, [comicIds: number[]]>(
  'catalog.damaged-chapters',
  `select b.title as series, c.no, c.damaged_pages as pages, c.decoders from catalog.chapter c
       join catalog.comic b on b.id = c.comic_id where c.damaged_pages > 0 and c.comic_id = any($1)`,
);

/** Stores how much of a chapter is damaged. */
export async function setDamage(tx: Tx, comicId: number, no: number, damage: Damage): Promise<void> {
  await row(tx, SET, [comicId, no, damage.pages, damage.decoders]);
}
