import type pg from 'pg';
import type { ImageStorage } from '../../../adapters/image-storage.ts';
import { type Db, type Tx, transaction } from '../../../core/db/db.ts';
import type { FieldSource, Path } from '../../../core/files/yaml-source.ts';
import type { Act } from '../../../modules/audit/audit.ts';
import {
  type CurrentState,
  changeEditorial,
  type EditorialState,
  lockParts,
  readCurrent,
  readUploads,
  type StatePart,
  versionOf,
} from '../../../modules/editorial/editing.ts';
import { changesBetween, type PartChanges } from '../difference.ts';
import { readFileParts } from '../file-parts.ts';
import { usablePictures } from '../stored-pictures.ts';
import { type TargetParts, toTarget } from '../target.ts';
import { asRead, describeState } from '../written-state.ts';

/** A part as the console has edited it. `version`: of the part that was opened. */
export type EditedPart = { name: StatePart; version: string; value: unknown };
export type FieldMistake = { path: (string | number)[]; what: string };

/** The part was changed after it was opened. */
export class PartChanged extends Error {}

/** A part in the fields of the editorial file; pictures are named by the key of their source. */
export async function writtenPart(current: CurrentState, name: StatePart): Promise<unknown> {
  const all = await describeState(current, (image) => image?.source);
  return asRead(all[name], name);
}

type Checked = { state: EditorialState; target: TargetParts; mistakes: FieldMistake[] };

/** The changes that saving would make, or all mistakes. Writes nothing. */
export async function previewPart(
  pool: pg.Pool,
  storage: ImageStorage,
  edited: EditedPart,
  now: Date,
): Promise<{ mistakes: FieldMistake[]; changes: PartChanges['changes'] }> {
  const { state, target, mistakes } = await checkPart(pool, storage, edited, now);
  if (mistakes.length > 0) return { mistakes, changes: [] };
  return { mistakes, changes: changesBetween(state, target, now).flatMap(({ changes }) => changes) };
}

/** Saves a part, or nothing if there is a mistake. `entryId`: the number in the log; null if nothing was different. */
export async function savePart(
  pool: pg.Pool,
  storage: ImageStorage,
  edited: EditedPart,
  act: Act,
  now: Date,
): Promise<{ mistakes: FieldMistake[]; entryId: number | null; version: string }> {
  return transaction(pool, async (tx: Tx) => {
    await lockParts(tx);
    const { target, mistakes } = await checkPart(tx, storage, edited, now);
    if (mistakes.length > 0) return { mistakes, entryId: null, version: edited.version };
    const entryId = await changeEditorial(tx, act, target, now);
    return { mistakes, entryId, version: versionOf((await readCurrent(tx)).state, edited.name) };
  });
}

async function checkPart(
  db: Db,
  storage: ImageStorage,
  { version, ...edited }: EditedPart,
  now: Date,
): Promise<Checked> {
  const { state } = await readCurrent(db);
  if (versionOf(state, edited.name) !== version) throw new PartChanged();
  return checkValue(db, storage, state, edited, now);
}

/** Reads the parts of the site as they would be with an edited part. */
export function draftReader(pool: pg.Pool, storage: ImageStorage) {
  return async (edited: Omit<EditedPart, 'version'>, now: Date) => {
    const { state, target, mistakes } = await checkValue(pool, storage, (await readCurrent(pool)).state, edited, now);
    return { mistakes, parts: { ...state, ...target } };
  };
}

async function checkValue(
  db: Db,
  storage: ImageStorage,
  state: EditorialState,
  { name, value }: Omit<EditedPart, 'version'>,
  now: Date,
): Promise<Checked> {
  const { source, mistakes } = jsonSource({ [name]: value });
  const readers = await pictureReaders(db, state, storage, now);
  const { target } = await toTarget(readFileParts(source), state, source, { db, ...readers });
  return { state, target, mistakes };
}

function jsonSource(root: Record<string, unknown>): { source: FieldSource; mistakes: FieldMistake[] } {
  const mistakes: FieldMistake[] = [];
  const wrong = (path: Path, what: string) => void mistakes.push({ path: path.slice(1), what });
  return { source: { root, wrong }, mistakes };
}

const MISSING = '没有这张图片，请重新上传';

/** Pictures are named by the key of their source: those in use, and those that were uploaded. */
async function pictureReaders(db: Db, state: EditorialState, storage: ImageStorage, now: Date) {
  const uploads = await readUploads(db, now);
  const pictures = await usablePictures(state, storage);
  for (const { use, picture } of uploads) if (use === 'picture') pictures.set(picture.source, picture);
  const found = <Picture>(picture: Picture | undefined) => (picture === undefined ? MISSING : { picture, files: [] });
  return {
    readPicture: async (name: string) => found(pictures.get(name)),
    readIcon: async (name: string) =>
      found(uploads.find((each) => each.use === 'icon' && each.picture.source === name)?.picture as never),
    readLogo: async (name: string) =>
      found(uploads.find((each) => each.use === 'logo' && each.picture.source === name)?.picture as never),
  };
}
