import { allRows, type Db, execute, firstRow, row, rows, statement, type Tx } from '../../core/db/db.ts';

export type UploadedPicture = { id: number; image: Buffer; width: number; height: number };

const ADD = statement<{ id: number }, [readerId: number, image: Buffer, width: number, height: number, at: Date]>(
  'support.add-picture',
  `insert into support.picture (reader_id, image, width, height, uploaded_at) values ($1, $2, $3, $4, $5) returning id`,
);

/** Pictures that a retry has attached before count too. */
const ATTACH = statement<{ id: number }, [ids: readonly number[], readerId: number, feedbackId: number]>(
  'support.attach-pictures',
  `update support.picture set reader_id = null, feedback_id = $3
   where id = any($1) and (reader_id = $2 or feedback_id = $3) returning id`,
);

const COUNT = statement<{ count: number }, [feedbackId: number]>(
  'support.count-pictures',
  'select count(*) as count from support.picture where feedback_id = $1',
);

/** A picture of a reader; null if it is not theirs. */
export const pictureOfReader = firstRow<UploadedPicture, [id: number, readerId: number]>(
  'support.picture-of-reader',
  `select p.id, image, width, height from support.picture p left join support.feedback f on f.id = p.feedback_id
   where p.id = $1 and $2 in (p.reader_id, f.reader_id)`,
);

export const picturesOfReader = allRows<UploadedPicture, [readerId: number]>(
  'support.pictures-of-reader',
  `select p.id, image, width, height from support.picture p left join support.feedback f on f.id = p.feedback_id
   where $1 in (p.reader_id, f.reader_id) order by p.id`,
);

export const picturesOfFeedback = allRows<UploadedPicture, [feedbackId: number]>(
  'support.pictures-of-feedback',
  'select id, image, width, height from support.picture where feedback_id = $1 order by id',
);

/** A picture that belongs to a feedback, unless its reader has withdrawn it. */
export const findPicture = firstRow<UploadedPicture, [id: number]>(
  'support.picture',
  `select p.id, image, width, height from support.picture p join support.feedback f on f.id = p.feedback_id
   where p.id = $1 and f.state <> 'withdrawn'`,
);

export const dropPicturesOfFeedback = execute<[feedbackId: number], Tx>(
  'support.drop-pictures-of-feedback',
  'delete from support.picture where feedback_id = $1',
);

/** Moves the pictures that belong to no feedback yet; the others follow theirs. */
export const movePictures = execute<[fromReaderId: number, toReaderId: number], Tx>(
  'support.move-pictures',
  'update support.picture set reader_id = $2 where reader_id = $1',
);

export const dropPictures = execute<[readerId: number], Tx>(
  'support.drop-pictures',
  'delete from support.picture where reader_id = $1',
);

export const dropUnusedPictures = execute<[uploadedBefore: Date]>(
  'support.drop-unused-pictures',
  'delete from support.picture where feedback_id is null and uploaded_at < $1',
);

export async function addPicture(
  db: Db,
  { readerId, image, width, height, at }: Omit<UploadedPicture, 'id'> & { readerId: number; at: Date },
): Promise<number> {
  const added = await row(db, ADD, [readerId, image, width, height, at]);
  if (!added) throw new Error('a picture was inserted without an id');
  return added.id;
}

/** Gives a reader's own pictures to a feedback; returns how many it got, and how many it has. */
export async function attachPictures(
  tx: Tx,
  ids: readonly number[],
  { readerId, feedbackId }: { readerId: number; feedbackId: number },
): Promise<{ attached: number; all: number }> {
  const attached = (await rows(tx, ATTACH, [ids, readerId, feedbackId])).length;
  return { attached, all: (await row(tx, COUNT, [feedbackId]))?.count ?? 0 };
}
