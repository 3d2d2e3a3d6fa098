import type { Pool } from 'pg';
import { templateDelete, templateList, templateSave } from '#contract/console/feedback';
import { transaction } from '../../../core/db/db.ts';
import { type Served, serve } from '../../../core/dispatch/dispatch.ts';
import { refuse } from '../../../core/refusal/refusal.ts';
import { staffActor } from '../../../modules/staff/staff.ts';
import { deleteTemplate, listTemplates, saveTemplate } from '../../../modules/support/support.ts';

/** The texts from which staff begin a reply. */
export function templateCalls(pool: Pool): Served[] {
  return [
    serve(templateList, async () => ({ list: await listTemplates(pool) })),

    serve(templateSave, async ({ caller, now }, { id = null, title, body }) => {
      const actor = staffActor(caller.personId);
      const isSaved = await transaction(pool, (tx) => saveTemplate(tx, actor, { id, title, body }, now));
      return isSaved ? {} : refuse('templateNotFound');
    }),

    serve(templateDelete, async ({ caller, now }, { id }) => {
      await transaction(pool, (tx) => deleteTemplate(tx, staffActor(caller.personId), id, now));
      return {};
    }),
  ];
}
