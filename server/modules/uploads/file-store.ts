import { allRows, type Db, execute, firstRow, row, rows, statement, type Tx } from '../../core/db/db.ts';
import type { UploadState } from './upload.ts';

export type FileRow = { id: string; name: string; bytes: number; received: number };
type NewFile = { id: string; name: string; nameKey: string; bytes: number; modifiedAt: number };

export const listFiles = allRows<FileRow, [uploadId: string]>(
  'uploads.files',
  'select id, name, bytes, received from uploads.file where upload_id = $1 order by name',
);

export const listMissing = allRows<{ name: string }, [uploadId: string, size: number]>(
  'uploads.missing-files',
  'select name from uploads.file where upload_id = $1 and received < bytes order by name limit $2',
);

/** `isNew`: it was not registered before, or was another file. */
export type AddedFile = FileRow & { isNew: boolean };

/** A file that is registered again keeps its received bytes, unless it is another file now. */
const ADD = statement<AddedFile, [uploadId: string, files: string]>(
  'uploads.add-files',
  `insert into uploads.file as old (id, upload_id, name, name_key, bytes, modified_at)
   select id, $1, name, "nameKey", bytes, "modifiedAt"
     from jsonb_to_recordset($2::jsonb) as f (id text, name text, "nameKey" text, bytes bigint, "modifiedAt" bigint)
   on conflict (upload_id, name_key) do update set bytes = excluded.bytes, modified_at = excluded.modified_at,
     received = case when old.bytes = excluded.bytes and old.modified_at = excluded.modified_at then old.received else 0 end
   returning id, name, bytes, received, not exists (select from uploads.file known where known.upload_id = $1
     and known.name_key = old.name_key and known.bytes = old.bytes and known.modified_at = old.modified_at) as "isNew"`,
);

export function addFiles(tx: Tx, uploadId: string, files: readonly NewFile[]): Promise<AddedFile[]> {
  return rows(tx, ADD, [uploadId, JSON.stringify(files)]);
}

export type LockedFile = {
  id: string;
  uploadId: string;
  bytes: number;
  received: number;
  personId: number;
  state: UploadState;
};

/** Chunks of one file are written one after another. */
export const lockFile = firstRow<LockedFile, [id: string], Tx>(
  'uploads.lock-file',
  `select f.id, f.upload_id as "uploadId", f.bytes, f.received, u.person_id as "personId", u.state
   from uploads.file f join uploads.upload u on u.id = f.upload_id where f.id = $1 for update of f`,
);

export type PictureFile = {
  id: string;
  uploadId: string;
  name: string;
  bytes: number;
  received: number;
  personId: number;
};

export const listPictures = allRows<PictureFile, [ids: readonly string[]]>(
  'uploads.pictures',
  `select f.id, f.upload_id as "uploadId", f.name, f.bytes, f.received, u.person_id as "personId"
   from uploads.file f join uploads.upload u on u.id = f.upload_id where f.id = any($1) and u.purpose = 'pictures'`,
);

export const noteReceived = execute<[id: string, received: number], Tx>(
  'uploads.note-received',
  'update uploads.file set received = $2 where id = $1',
);

const STAGED = statement<{ bytes: number; missing: number }, [personId: number | null]>(
  'uploads.staged-bytes',
  `select coalesce(sum(bytes), 0)::bigint as bytes, coalesce(sum(bytes - received), 0)::bigint as missing
   from uploads.file f join uploads.upload u on u.id = f.upload_id
   where u.state <> 'done' and ($1::bigint is null or u.person_id = $1)`,
);

/** The size of the files of all uploads of a person that are not imported, and how much of it is still to come; null = of everybody. */
export async function countStaged(db: Db, personId: number | null): Promise<{ bytes: number; missing: number }> {
  return (await row(db, STAGED, [personId])) ?? { bytes: 0, missing: 0 };
}
