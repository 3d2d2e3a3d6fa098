import type { DataOf } from '#contract/call';
import { columnOf } from '#contract/console/column-names';
import type { comicGet, comicList } from '#contract/console/comics';
import { viewImage } from '../../../modules/catalog/catalog.ts';
import { EDITED_FIELDS, type EditedFields, type ListedComic } from '../../../modules/catalog/editing/editing.ts';
import type { ManagedComic, StoredCover } from '../../../modules/catalog/publishing/publishing.ts';

type State = DataOf<typeof comicGet>['state'];

function stateOf(comic: { online: boolean; deletedAt: Date | null; mergedInto?: number | null }): State {
  if (comic.mergedInto) return 'merged';
  if (comic.deletedAt) return 'deleted';
  return comic.online ? 'online' : 'offline';
}

export function viewListed(comic: ListedComic): DataOf<typeof comicList>['list'][number] {
  const { id, title, code, chapters, priceCoins, freeFirst, isPaid, status, updatedAt } = comic;
  return {
    id,
    title,
    code,
    chapters,
    priceCoins,
    freeFirst,
    isPaid,
    status,
    cover: viewCover(comic.cover),
    state: stateOf(comic),
    updatedAt: updatedAt.toISOString(),
  };
}

export function viewComic(
  comic: ManagedComic,
  mergedInto: { id: number; title: string } | null,
): Omit<DataOf<typeof comicGet>, 'readerUrl'> {
  const { id, code, chapters, deletedAt, setByHand } = comic;
  return {
    id,
    code,
    chapters,
    mergedInto,
    state: stateOf(comic),
    deletedAt: deletedAt?.toISOString() ?? null,
    cover: viewCover(comic.cover),
    wide: viewCover(comic.wide),
    fields: fieldsOf(comic),
    byHand: [...EDITED_FIELDS, 'cover'].filter((name) => setByHand.includes(columnOf(name))),
  };
}

function fieldsOf(comic: EditedFields): EditedFields {
  return Object.fromEntries(EDITED_FIELDS.map((name) => [name, comic[name]])) as EditedFields;
}

/** A comic that a test or a broken import made may have a cover without a picture. */
function viewCover(cover: StoredCover | null) {
  return cover?.key ? viewImage(cover) : null;
}
