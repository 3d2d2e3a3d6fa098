import type { Tx } from '../../../core/db/db.ts';
import { addEntry, type State } from '../../audit/audit.ts';
import { cleanRequired } from '../feedback-text.ts';
import { addTemplate, dropTemplate, lockTemplate, type ReplyTemplate, setTemplate } from './template-store.ts';

/** Adds a template (`id` null) or changes one; false if it is gone. */
export async function saveTemplate(
  tx: Tx,
  actor: string,
  given: Omit<ReplyTemplate, 'id'> & { id: number | null },
  now: Date,
): Promise<boolean> {
  const title = cleanRequired(given.title, 'title').replaceAll('\n', ' ');
  const body = cleanRequired(given.body, 'body');
  const was = given.id === null ? null : await lockTemplate(tx, given.id);
  if (given.id !== null && !was) return false;
  if (was) await setTemplate(tx, { id: was.id, title, body });
  const id = was?.id ?? (await addTemplate(tx, title, body));
  await log(tx, { actor, id, before: was ? { title: was.title, body: was.body } : {}, after: { title, body } }, now);
  return true;
}

export async function deleteTemplate(tx: Tx, actor: string, id: number, now: Date): Promise<void> {
  const was = await lockTemplate(tx, id);
  if (!was) return;
  await dropTemplate(tx, id);
  await log(tx, { actor, id, before: { title: was.title, body: was.body }, after: {} }, now);
}

type Logged = { actor: string; id: number; before: State; after: State };

async function log(tx: Tx, { actor, id, before, after }: Logged, now: Date): Promise<void> {
  const entry = { actor, action: 'reply-template', subject: 'reply-template', subjectId: id } as const;
  await addEntry(tx, { ...entry, before, after, reason: null, undoes: null }, now);
}
