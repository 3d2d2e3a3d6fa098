import { type Db, row, rows, statement, type Tx } from '../../core/db/db.ts';

export type UploadedPicture = { id: number; image: Buffer; width: number; height: number };

const ADD = statement<{ id: number }, [readerId: number, image: Buffer, width: number, height: number, at: Date]>(
  'support.add-picture',
  `insert into support.picture (reader_id, image, width, height, uploaded_at) values ($1, $2, $3, $4, $5) returning id`,
);

/** Those that a retry has attached before count too. */
const ATTACH = statement<{ id: number }, [ids: readonly number[], readerId: number, feedbackId: number]>(
  'support.attach-pictures',
  `update support.picture set reader_id = null, feedback_id = $3
   where id = any($1) and (reader_id = $2 or feedback_id = $3) returning id`,
);

const COUNT = statement<{ count: number }, [feedbackId: number]>(
  'support.count-pictures',
  'select count(*) as count from support.picture where feedback_id = $1',
);

const OF_READER = statement<UploadedPicture, [id: number, readerId: number]>(
  'support.picture-of-reader',
  `select p.id, image, width, height from support.picture p left join support.feedback f on f.id = p.feedback_id
   where p.id = $1 and $2 in (p.reader_id, f.reader_id)`,
);

const ALL_OF_READER = statement<UploadedPicture, [readerId: number]>(
  'support.pictures-of-reader',
  `select p.id, image, width, height from support.picture p left join support.feedback f on f.id = p.feedback_id
   where $1 in (p.reader_id, f.reader_id) order by p.id`,
);

const OF_FEEDBACK = statement<UploadedPicture, [feedbackId: number]>(
  'support.pictures-of-feedback',
  'select id, image, width, height from support.picture where feedback_id = $1 order by id',
);

const DROP_OF_FEEDBACK = statement<never, [feedbackId: number]>(
  'support.drop-pictures-of-feedback',
  'delete from support.picture where feedback_id = $1',
);

const MOVE = statement<never, [fromReaderId: number, toReaderId: number]>(
  'support.move-pictures',
  'update support.picture set reader_id = $2 where reader_id = $1',
);

const DROP = statement<never, [readerId: number]>(
  'support.drop-pictures',
  'delete from support.picture where reader_id = $1',
);

const DROP_UNUSED = statement<never, [uploadedBefore: Date]>(
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

/** A picture of a reader; null if it is not theirs. */
export function pictureOfReader(db: Db, id: number, readerId: number): Promise<UploadedPicture | null> {
  return row(db, OF_READER, [id, readerId]);
}

export function picturesOfReader(db: Db, readerId: number): Promise<UploadedPicture[]> {
  return rows(db, ALL_OF_READER, [readerId]);
}

export function picturesOfFeedback(db: Db, feedbackId: number): Promise<UploadedPicture[]> {
  return rows(db, OF_FEEDBACK, [feedbackId]);
}

export async function dropPicturesOfFeedback(tx: Tx, feedbackId: number): Promise<void> {
  await row(tx, DROP_OF_FEEDBACK, [feedbackId]);
}

/** Moves the pictures that belong to no feedback yet; the others follow theirs. */
export async function movePictures(tx: Tx, fromReaderId: number, toReaderId: number): Promise<void> {
  await row(tx, MOVE, [fromReaderId, toReaderId]);
}

export async function dropPictures(tx: Tx, readerId: number): Promise<void> {
  await row(tx, DROP, [readerId]);
}

export async function dropUnusedPictures(db: Db, uploadedBefore: Date): Promise<void> {
  await row(db, DROP_UNUSED, [uploadedBefore]);
}
