import type { Pool } from 'pg';
import { authorComics, comicAuthors, setAuthor } from '#contract/console/authors';
import { transaction } from '../../../core/db/db.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import { findComicById, titlesOf } from '../../../modules/catalog/publishing/publishing.ts';
import { listAuthors, ownComicsOf, setAuthor as setAuthorOf } from '../../../modules/staff/staff.ts';

/** Which comics belong to which author. */
export function authorCalls(pool: Pool): Served[] {
  async function view(comicId: number) {
    if (!(await findComicById(pool, comicId))) refuse('comicNotFound');
    return { list: await listAuthors(pool, comicId) };
  }

  return [
    serve(comicAuthors, (_ctx, { id }) => view(id)),

    serve(setAuthor, async (ctx, { id, personId, granted }) => {
      await view(id);
      await transaction(pool, (tx) => setAuthorOf(tx, ctx, { personId, comicId: id, granted }));
      return view(id);
    }),

    serve(authorComics, async (_ctx, { id }) => {
      const titles = await titlesOf(pool, (await ownComicsOf(pool, id)) ?? []);
      return { list: [...titles].map(([comicId, title]) => ({ id: comicId, title })) };
    }),
  ];
}
