import { execute, firstRow, type Tx } from '../../../core/db/db.ts';

/** The last item that a job has handled. The meaning of `id` depends on the job. */
export type JobPlace = { at: Date; id: number; readerId: number };

/** Locks the place until the transaction ends; null before the first run. */
export const lockJobPlace = firstRow<JobPlace, [job: string], Tx>(
  'notices.lock-place',
  `select at, id, after_reader_id as "readerId" from notices.place where job = $1 for update`,
);

export const setJobPlace = execute<[job: string, at: Date, id: number, readerId: number], Tx>(
  'notices.set-place',
  `insert into notices.place (job, at, id, after_reader_id) values ($1, $2, $3, $4)
   on conflict (job) do update set at = excluded.at, id = excluded.id, after_reader_id = excluded.after_reader_id`,
);
