import { allRows, execute, firstRow, row, statement, type Tx } from '../../../core/db/db.ts';

export type ReplyTemplate = { id: number; title: string; body: string };

const ADD = statement<{ id: number }, [title: string, body: string]>(
  'support.add-template',
  'insert into support.reply_template (title, body) values ($1, $2) returning id',
);

export const listTemplates = allRows<ReplyTemplate, []>(
  'support.templates',
  'select id, title, body from support.reply_template order by id',
);

export const lockTemplate = firstRow<ReplyTemplate, [id: number], Tx>(
  'support.lock-template',
  'select id, title, body from support.reply_template where id = $1 for update',
);

const SET = statement<never, [id: number, title: string, body: string]>(
  'support.set-template',
  'update support.reply_template set title = $2, body = $3 where id = $1',
);

/** Returns its id. */
export async function addTemplate(tx: Tx, title: string, body: string): Promise<number> {
  const added = await row(tx, ADD, [title, body]);
  if (!added) throw new Error('a template was inserted without an id');
  return added.id;
}

export async function setTemplate(tx: Tx, { id, title, body }: ReplyTemplate): Promise<void> {
  await row(tx, SET, [id, title, body]);
}

export const dropTemplate = execute<[id: number], Tx>(
  'support.drop-template',
  'delete from support.reply_template where id = $1',
);
