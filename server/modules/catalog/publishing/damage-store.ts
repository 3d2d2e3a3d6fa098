import type { Db } from '../../../core/db.ts';

/** `pages`: damaged or left out. `decoders`: the version that tried them, 0 where trying again may help. */
export type Damage = { pages: number; decoders: number };

/** Notes how much of a chapter is damaged. */
export async function noteDamage(client: Db, comicId: number, no: number, damage: Damage): Promise<void> {
  await client.query(
    `update catalog.chapter set damaged_pages = $3, decoders = $4
      where comic_id = $1 and no = $2 and (damaged_pages, decoders) is distinct from ($3::int, $4::int)`,
    [comicId, no, damage.pages, damage.decoders],
  );
}

/** Lets an import of the same sources make those damaged chapters anew that other decoders than these have tried. */
export async function retryDamaged(db: Db, decoders: number): Promise<void> {
  await db.query('update catalog.chapter set recipe = 0 where damaged_pages > 0 and decoders <> $1 and recipe <> 0', [
    decoders,
  ]);
}

/** The damaged chapters of these comics. */
export async function listDamaged(db: Db, comicIds: number[]): Promise<({ series: string; no: number } & Damage)[]> {
  const { rows } = await db.query<{ series: string; no: number } & Damage>(
    `select b.title as series, c.no, c.damaged_pages as pages, c.decoders from catalog.chapter c
       join catalog.comic b on b.id = c.comic_id where c.damaged_pages > 0 and c.comic_id = any($1)`,
    [comicIds],
  );
  return rows;
}
