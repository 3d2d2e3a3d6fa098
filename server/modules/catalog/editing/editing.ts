/*
 * What the console does with the catalogue besides the verbs of publishing/: lists for operators, and changes that say
 * what they start from.
 */
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
export { type ComicFilter, type ComicOrder, type ListedComic, listComics, listGenreNames } from './comic-list-store.ts';
export { changeChapters, editChapter, fieldsOfChapter, reorderChapters } from './edit-chapters.ts';
export { EDITED_FIELDS, type EditedFields, editComic } from './edit-comic.ts';
export { FieldsChanged } from './fields-changed.ts';
