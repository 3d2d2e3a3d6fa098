/*
 * What the console does with the catalogue besides the verbs of publishing/: lists for operators, and changes that say
 * what they start from.
 */
export { type ComicFilter, type ComicOrder, type ListedComic, listComics, listGenreNames } from './comic-list-store.ts';
export { EDITED_FIELDS, type EditedFields, editComic, FieldsChanged } from './edit-comic.ts';
