import { type Db, rows, statement } from '../../../core/db/db.ts';
import { keysOfPage, type StoredPage } from '../pictures/stored-images.ts';

const SAMPLE = statement<{ pages: StoredPage[] }, [chapters: number]>(
  'catalog.sample-chapters',
  `select pages from catalog.chapter
   where id in (select id from catalog.chapter order by random() limit $1)`,
);

/** The files of the pages of some chapters, picked at random. */
export async function samplePictures(db: Db, chapters: number): Promise<string[]> {
  return (await rows(db, SAMPLE, [chapters])).flatMap(({ pages }) => pages.flatMap(keysOfPage));
}
