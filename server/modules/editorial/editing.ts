import type { Db, Tx } from '../../core/db.ts';
import { DEFAULT_PARTS } from './defaults.ts';
import type { PartName, Parts } from './parts.ts';
import { lockEditorial, readWritten, writePart } from './store.ts';

/*
 * The one door for whoever changes what an editor arranges: the editorial file and tests. Reads take any connection, so that
 * they can be part of the transaction that changes something.
 */
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
  storedKeysOf,
} from './parts.ts';

/** Waits until nobody else changes the parts or their pictures, and keeps others out until the transaction ends. */
export async function lockParts(tx: Tx): Promise<void> {
  await lockEditorial(tx);
}

/** All parts; those that no editor has written have their defaults. */
export async function readParts(db: Db): Promise<Parts> {
  return { ...DEFAULT_PARTS, ...(await readWritten(db)).parts };
}

/** Writes one part and leaves the others. */
export async function setPart<Name extends PartName>(tx: Tx, name: Name, body: Parts[Name], now: Date): Promise<void> {
  await writePart(tx, name, body, now);
}
