import { allRows, type Db, execute, firstRow, row, statement, type Tx, valueOr } from '../../core/db/db.ts';
import type { Upload, UploadedComic, UploadedSource, UploadProgress, UploadState, UploadSummary } from './upload.ts';

const COLUMNS = `id, person_id as "personId", state, created_at as "createdAt", changed_at as "changedAt", edits,
  plan_no as "planNo", sources, comics, publish, progress, tries, failure`;

export const addUpload = execute<[id: string, personId: number, now: Date, purpose: 'comics' | 'pictures'], Tx>(
  'uploads.add',
  'insert into uploads.upload (id, person_id, created_at, changed_at, purpose) values ($1, $2, $3, $3, $4)',
);

export const findUpload = firstRow<Upload, [id: string]>(
  'uploads.upload',
  `select ${COLUMNS} from uploads.upload where id = $1`,
);

export const lockUpload = firstRow<Upload, [id: string], Tx>(
  'uploads.lock',
  `select ${COLUMNS} from uploads.upload where id = $1 for update`,
);

const SUMMARY = `select u.id, u.person_id as "personId", u.state, u.created_at as "createdAt", u.changed_at as "changedAt",
    count(f.id) as files, coalesce(sum(f.bytes), 0)::bigint as bytes, coalesce(sum(f.received), 0)::bigint as received,
    coalesce(u.comics -> 0 ->> 'title', split_part(min(f.name), '/', 1), '') as about
  from uploads.upload u left join uploads.file f on f.upload_id = u.id`;

/** Null = of everybody. The latest first. */
export const listUploads = allRows<UploadSummary, [personId: number | null, size: number]>(
  'uploads.list',
  `${SUMMARY} where u.purpose = 'comics' and ($1::bigint is null or u.person_id = $1)
   group by u.id order by u.created_at desc, u.id limit $2`,
);

export const summaryOf = firstRow<UploadSummary, [id: string]>(
  'uploads.summary',
  `${SUMMARY} where u.id = $1 group by u.id`,
);

/** Takes the one that waits longest, and counts it as begun. */
export const takeDue = firstRow<Upload, [state: UploadState]>(
  'uploads.take-due',
  `update uploads.upload set tries = tries + 1
   where id = (select id from uploads.upload where state = $1 order by changed_at, id limit 1)
   returning ${COLUMNS}`,
);

/** It was interrupted from outside, which does not count. */
export const putBack = execute<[id: string]>(
  'uploads.put-back',
  'update uploads.upload set tries = greatest(tries - 1, 0) where id = $1',
);

export const hasDue = valueOr<{ isDue: boolean }, []>(
  'uploads.has-due',
  `select exists (select from uploads.upload where state in ('examining', 'importing')) as "isDue"`,
  false,
);

/** Chunks come many times a second. */
export const touch = execute<[id: string, now: Date], Tx>(
  'uploads.touch',
  `update uploads.upload set changed_at = $2 where id = $1 and changed_at < $2::timestamptz - interval '10 minutes'`,
);

export const beginExamination = execute<[id: string, edits: string, now: Date], Tx>(
  'uploads.begin-examination',
  `update uploads.upload set state = 'examining', edits = $2::jsonb, plan_no = plan_no + 1, progress = null, tries = 0, failure = null,
     changed_at = $3 where id = $1`,
);

export const beginImport = execute<[id: string, publish: string, now: Date], Tx>(
  'uploads.begin-import',
  `update uploads.upload set state = 'importing', publish = $2::jsonb, progress = null, tries = 0, failure = null, changed_at = $3
   where id = $1`,
);

const NOTE_PROGRESS = statement<never, [id: string, progress: string]>(
  'uploads.note-progress',
  'update uploads.upload set progress = $2::jsonb where id = $1',
);

export async function noteProgress(db: Db, id: string, progress: UploadProgress): Promise<void> {
  await row(db, NOTE_PROGRESS, [id, JSON.stringify(progress)]);
}

const SETTLE = statement<
  never,
  [
    id: string,
    planNo: number,
    state: UploadState,
    sources: string | null,
    comics: string | null,
    failure: string | null,
    now: Date,
  ]
>(
  'uploads.settle',
  `update uploads.upload set state = $3, sources = coalesce($4::jsonb, sources), comics = coalesce($5::jsonb, comics),
     failure = $6, progress = null, changed_at = $7
   where id = $1 and plan_no = $2 and state in ('examining', 'importing')`,
);

export type Settled = {
  state: 'ready' | 'done' | 'failed';
  sources?: readonly UploadedSource[];
  comics?: readonly UploadedComic[];
  failure?: string;
};

/** Ends a dry run or an import, unless another one was requested while it ran. */
export async function settle(db: Db, { id, planNo }: Upload, settled: Settled, now: Date): Promise<void> {
  const { state, sources, comics, failure } = settled;
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await row(db, SETTLE, [id, planNo, state, json(sources), json(comics), failure ?? null, now]);
}

export const dropUpload = execute<[id: string], Tx>('uploads.drop', 'delete from uploads.upload where id = $1');

/** Imported uploads stay for a while as a record. */
export const listExpired = allRows<{ id: string }, [unusedSince: Date, doneBefore: Date]>(
  'uploads.expired',
  `select id from uploads.upload
   where (state in ('receiving', 'ready', 'failed') and changed_at < $1) or (state = 'done' and changed_at < $2)`,
);

/** The titles of sources that were refused, of the imports that are kept as a record. A file that can't be read has its folder's. */
export const listRefusedSeries = allRows<{ series: string }, []>(
  'uploads.refused-series',
  `select distinct coalesce(s ->> 'series', split_part(s ->> 'path', '/', 1)) as series
   from uploads.upload u cross join lateral jsonb_array_elements(u.sources) s
   where u.state = 'done' and s ->> 'result' = 'refused' limit 1000`,
);

/** The uploads whose files are needed. A process that is killed after an import leaves the files of an upload that is done. */
export const listIds = allRows<{ id: string }, []>(
  'uploads.ids',
  `select id from uploads.upload where state <> 'done'`,
);
