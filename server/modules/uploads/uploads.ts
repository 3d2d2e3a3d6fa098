import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { PayloadOf } from '#contract/call';
import type * as calls from '#contract/console/upload';
import { MOST_CHUNK_BYTES, MOST_PICTURE_BYTES } from '#contract/upload-chunks';
import { transaction } from '../../core/db/db.ts';
import { jsonText } from '../../core/db/json-text.ts';
import type { StaffCaller } from '../../core/dispatch/ctx.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import { logAdded, logUpload } from './audit.ts';
import { appliedTo } from './edits.ts';
import { fileAndFolder, isSafeName, nameKey } from './file-name.ts';
import { addFiles, countStaged, listFiles, listMissing, listPictures, lockFile, noteReceived } from './file-store.ts';
import { createStaging } from './staging.ts';
import { sweepUploads } from './sweep.ts';
import type { UploadSummary } from './upload.ts';
import {
  addUpload,
  beginExamination,
  beginImport,
  dropUpload,
  findUpload,
  hasDue,
  listRefusedSeries,
  listUploads,
  lockUpload,
  summaryOf,
  touch,
} from './upload-store.ts';

export { isLeftOut } from './edits.ts';
export { listFiles } from './file-store.ts';
export { createStaging, MissingFile, type Staging } from './staging.ts';
export type { Upload, UploadedComic, UploadedSource, UploadProgress } from './upload.ts';
export { noteProgress, putBack, settle, takeDue } from './upload-store.ts';

export type UploadParts = {
  pool: Pool;
  /** `<DATA_DIR>/uploads`. */
  folder: string;
  /** The free space of its disk, in bytes. */
  freeBytes(): Promise<number>;
  /** The free bytes that an upload must leave on the disk. */
  reservedBytes: number;
  /** Starts the process that works on due uploads. */
  wake(): void;
};

type Caller = Pick<StaffCaller, 'personId' | 'role'>;

/*
 * From a file in the browser to a chapter:
 * 1. `console/upload/` sends chunks to `http/console-uploads.ts`. `receive` writes them into `<DATA_DIR>/uploads`.
 * 2. `examine` and `confirm` only set the state of the upload and call `wake`. Another process does the work
 *    (`operator/uploads/`): it must not delay readers, and a hostile file may crash it.
 * 3. That process makes the dry run (`examine-upload.ts`) or the import (`import-upload.ts`), both with `importer/run.ts`.
 * 4. `importer/publish/publish-chapter.ts` writes the chapter in one transaction.
 */

/** The total of all uploads of a person that are not imported yet. */
const MOST_STAGED_BYTES = 100 * 1024 ** 3;
const LISTED = 50;
const MISSING_SHOWN = 20;

export type Uploads = ReturnType<typeof createUploads>;

export function createUploads({ pool, folder, freeBytes, reservedBytes, wake }: UploadParts) {
  const staging = createStaging(folder);

  const mayUse = ({ personId, role }: Caller, upload: { personId: number }) =>
    upload.personId === personId || role === 'owner';

  /** An upload can be used only by the person who made it and by owners. */
  function checked<T extends { personId: number }>(caller: Caller, upload: T | null): T {
    return upload && mayUse(caller, upload) ? upload : refuse('uploadNotFound');
  }

  async function add(caller: Caller, { upload, purpose, files }: PayloadOf<typeof calls.addFiles>, now: Date) {
    if (!files.every(({ name }) => isSafeName(name))) refuse('uploadName');
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const free = await freeBytes();
    return transaction(pool, async (tx) => {
      const uploadId = upload ?? newId();
      if (upload === undefined) {
        await addUpload(tx, uploadId, caller.personId, now, purpose);
      } else if (checked(caller, await lockUpload(tx, upload)).state !== 'receiving') refuse('uploadBusy');
      const byKey = new Map(files.map((file) => [nameKey(file.name), file]));
      const rows = [...byKey].map(([key, file]) => ({ id: newId(), nameKey: key, ...file }));
      const added = await addFiles(tx, uploadId, rows);
      const twice = fileAndFolder((await listFiles(tx, uploadId)).map(({ name }) => name));
      if (twice !== undefined)
        refuse('uploadName', null, `「${twice}」既是一份文件，又是一个文件夹的名字，请改名，或分两次上传`);
      // Single pictures have no effect until another call, which leaves an entry, uses them.
      if (upload !== undefined || purpose === 'comics') {
        const action = upload === undefined ? 'upload' : 'upload-add';
        await logAdded(tx, caller, action, { upload: uploadId, added }, now);
      }
      await touch(tx, uploadId, now);
      if ((await countStaged(tx, caller.personId)).bytes > MOST_STAGED_BYTES) refuse('uploadQuota');
      if (bytes > 0 && free - (await countStaged(tx, null)).missing < reservedBytes) refuse('uploadNoRoom');
      return { upload: uploadId, files: added.map(({ id, name, received }) => ({ id, name, received })) };
    });
  }

  /** Adds a chunk to the end of the received part. When it returns, the chunk is on the disk. */
  async function receive(caller: Caller, fileId: string, offset: number, chunk: Buffer, now: Date): Promise<number> {
    if (chunk.length === 0 || chunk.length > MOST_CHUNK_BYTES) refuse('uploadOffset');
    if ((await freeBytes()) - chunk.length < reservedBytes) refuse('uploadNoRoom');
    return transaction(pool, async (tx) => {
      const { uploadId, state, bytes, received } = checked(caller, await lockFile(tx, fileId));
      if (state !== 'receiving') refuse('uploadBusy');
      if (offset !== received || offset + chunk.length > bytes) refuse('uploadOffset', { received });
      await staging.write(uploadId, fileId, offset, chunk);
      await noteReceived(tx, fileId, offset + chunk.length);
      await touch(tx, uploadId, now);
      return offset + chunk.length;
    });
  }

  async function view(caller: Caller, id: string) {
    const upload = checked(caller, await findUpload(pool, id));
    const summary = checked(caller, await summaryOf(pool, id));
    const missing = upload.state === 'receiving' ? await listMissing(pool, id, MISSING_SHOWN) : [];
    return { ...upload, ...summary, missing: missing.map(({ name }) => name) };
  }

  async function examine(caller: Caller, id: string, now: Date): Promise<void> {
    await transaction(pool, async (tx) => {
      const { state, edits } = checked(caller, await lockUpload(tx, id));
      if (!['receiving', 'ready', 'failed'].includes(state)) refuse('uploadBusy');
      if ((await listMissing(tx, id, 1)).length > 0) refuse('uploadIncomplete');
      await beginExamination(tx, id, jsonText(edits), now);
    });
    wake();
  }

  async function edit(caller: Caller, { id, planNo, changes }: PayloadOf<typeof calls.editUpload>, now: Date) {
    await transaction(pool, async (tx) => {
      const upload = checked(caller, await lockUpload(tx, id));
      if (upload.state !== 'ready') refuse('uploadBusy');
      if (upload.planNo !== planNo) refuse('uploadChanged');
      await beginExamination(tx, id, jsonText(appliedTo(upload, changes)), now);
    });
    wake();
  }

  async function confirm(caller: Caller, { id, planNo, publish }: PayloadOf<typeof calls.importUpload>, now: Date) {
    await transaction(pool, async (tx) => {
      const upload = checked(caller, await lockUpload(tx, id));
      if (upload.state !== 'ready') refuse('uploadBusy');
      if (upload.planNo !== planNo) refuse('uploadChanged');
      await beginImport(tx, id, JSON.stringify(publish), now);
      const comics = [...new Set(upload.sources.flatMap(({ series }) => series ?? []))];
      await logUpload(tx, caller, 'upload-import', { upload: id, publish, comics }, now);
    });
    wake();
  }

  async function discard(caller: Caller, id: string, now: Date): Promise<void> {
    await transaction(pool, async (tx) => {
      const { state } = checked(caller, await lockUpload(tx, id));
      if (state === 'importing') refuse('uploadBusy');
      await dropUpload(tx, id);
      await logUpload(tx, caller, 'upload-discard', { upload: id }, now);
    });
    await staging.remove(id);
  }

  /** The uploaded pictures with these ids, in their order. */
  async function pictures(caller: Caller, ids: readonly string[]): Promise<{ path: string; source: string }[]> {
    const found = new Map((await listPictures(pool, ids)).map((file) => [file.id, file]));
    return ids.map((id) => {
      const { uploadId, name, bytes, received } = checked(caller, found.get(id) ?? null);
      if (received < bytes) refuse('uploadIncomplete');
      if (bytes > MOST_PICTURE_BYTES) refuse('pictureUnusable', null, '图片超过 50 MB，请先缩小');
      return { path: staging.pathOf(uploadId, id), source: name };
    });
  }

  /** Deletes uploads of pictures that were used. */
  async function dropPictures(caller: Caller, ids: readonly string[]): Promise<void> {
    const found = (await listPictures(pool, ids)).filter((file) => mayUse(caller, file));
    for (const uploadId of new Set(found.map((file) => file.uploadId))) {
      await transaction(pool, (tx) => dropUpload(tx, uploadId));
      await staging.remove(uploadId);
    }
  }

  return {
    add,
    pictures,
    dropPictures,
    receive,
    view,
    examine,
    edit,
    confirm,
    discard,
    list: ({ personId, role }: Caller): Promise<UploadSummary[]> =>
      listUploads(pool, role === 'owner' ? null : personId, LISTED),
    /** The titles of comics with files that could not be imported. */
    refusedSeries: async (): Promise<string[]> => (await listRefusedSeries(pool)).map(({ series }) => series),
    /** Continues the work that was due when the app was stopped. */
    async wakeIfDue(): Promise<void> {
      if (await hasDue(pool)) wake();
    },
    sweep: (now: Date) => sweepUploads(pool, staging, now),
  };
}

function newId(): string {
  return randomBytes(16).toString('base64url');
}
