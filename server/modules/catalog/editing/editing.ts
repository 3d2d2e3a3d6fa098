/*
 * The console's functions of the catalogue besides the verbs of publishing/: lists for operators, and changes that carry the
 * values that the editor saw.
 */
export { dropOldVersions, restorePagesByHand } from '../publishing/pages-by-hand.ts';
export {
  applyBulk,
  type BulkDone,
  BulkRefused,
  type BulkWish,
  dropOldBulkChanges,
  previewBulk,
  undoBulk,
} from './bulk.ts';
export { type ListedChapter, listChaptersAfter } from './chapter-list-store.ts';
export {
  ANY_COMIC,
  type ComicFilter,
  type ComicOrder,
  type ListedComic,
  listComics,
  listGenreNames,
} from './comic-list-store.ts';
export { changeChapters, editChapter, fieldsOfChapter, reorderChapters } from './edit-chapters.ts';
export { EDITED_FIELDS, type EditedFields, editComic } from './edit-comic.ts';
export {
  changesSmallPictures,
  type EditedPages,
  editPages,
  foldersOf,
  pagesForSmallPictures,
  pagesOf,
  readPages,
} from './edit-pages.ts';
export { FieldsChanged } from './fields-changed.ts';
