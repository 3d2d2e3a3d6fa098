import type { Tx } from '../../core/db/db.ts';
import { lockEditorial } from './store.ts';

/*
 * The verbs that change editorial data. Each takes a transaction and the act for the log.
 */
export {
  changeEditorial,
  findEditorialEntry,
  latestEditorialChange,
  listEditorialChanges,
  neededPictures,
  previewTakeBack,
  takeBackEditorial,
} from './changes.ts';
export { noteApplied, noteExport, unseenParts } from './exports.ts';
export {
  type GiftPart,
  type PackagePart,
  type PartName,
  type Parts,
  picturesOf,
  RULES,
  type SectionPart,
  type SiteIcon,
  type SiteLogo,
  type SitePicture,
  type Span,
} from './parts.ts';
export { questionsOf } from './questions.ts';
export { type ReplacedComic, replaceComic } from './replace-comic.ts';
export {
  type CurrentState,
  comicOfLink,
  type EditorialState,
  type PromotionPart,
  readCurrent,
  withTitles,
} from './state.ts';
export { writePart } from './store.ts';
export { addUpload, readUploads, type Upload } from './uploads.ts';
export { type LastChange, listPartChanges, readLastChanges, type StatePart, versionOf } from './versions.ts';
export { readParts } from './written-parts.ts';

/** Waits until nobody else changes the parts or their pictures, and keeps others out until the transaction ends. */
export async function lockParts(tx: Tx): Promise<void> {
  await lockEditorial(tx);
}
