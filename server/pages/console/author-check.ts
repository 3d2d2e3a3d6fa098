import type { Pool } from 'pg';
import { mayChange } from '#contract/console/roles';
import type { AuthorScope, StaffCall } from '#contract/console/staff-call';
import type { StaffCaller } from '../../core/dispatch/ctx.ts';
import { refuse } from '../../core/refusal/refusal.ts';
import { type Entry, findEntry, latestStandingByColumn } from '../../modules/audit/audit.ts';
import { comicsOfChapters } from '../../modules/catalog/publishing/publishing.ts';
import { staffActor } from '../../modules/staff/staff.ts';

/** Columns that a change of an author writes besides those of the fields. */
const WRITTEN_TOO: Readonly<Record<string, readonly string[]>> = {
  comic: ['title_key', 'former_keys', 'cover', 'cover_source', 'wide', 'set_by_hand', 'sidecar_sha256'],
  chapter: ['online', 'deleted_at', 'pages_version', 'set_by_hand'],
};

/** Refuses a call of an author whose payload names anything that is not theirs. Other roles are not restricted. */
export function createAuthorCheck(pool: Pool) {
  return async (caller: StaffCaller, { authorScope }: StaffCall, payload: unknown): Promise<void> => {
    if (caller.comics === null || authorScope === undefined) return;
    const { comics = [], chapters = [], shown = [], entries = [], fields = [] }: AuthorScope = authorScope(payload);
    if (!fields.every((field) => mayChange(caller.role, field)))
      refuse('staffForbidden', null, '价格、分级与免费的时间由编辑来定');
    const own = new Set(caller.comics);
    const isOwn = (ids: readonly number[]) => ids.every((id) => own.has(id));
    if (!isOwn(comics) || !isOwn(await comicsOf(chapters))) refuse('staffForbidden', null, '这部漫画不是你的');
    for (const id of shown)
      if (!(await tookAway(caller, id))) refuse('staffForbidden', null, '这一话是编辑下架的，请编辑上架');
    for (const id of entries) {
      const entry = await findEntry(pool, id);
      if (!entry || !isChangeOf(caller, entry) || !isOwn(await comicsOfEntry(entry)))
        refuse('staffForbidden', null, '只能撤回自己对自己的漫画的改动');
    }
  };

  /** One comic for each chapter; 0 for one that does not exist. */
  async function comicsOf(chapters: readonly number[]): Promise<number[]> {
    if (chapters.length === 0) return [];
    const found = new Map((await comicsOfChapters(pool, chapters)).map(({ id, comicId }) => [id, comicId]));
    return chapters.map((id) => found.get(id) ?? 0);
  }

  /** Whether nobody else has taken the chapter offline or deleted it. */
  async function tookAway({ personId }: StaffCaller, chapterId: number): Promise<boolean> {
    const changes = await latestStandingByColumn(pool, 'chapter', chapterId);
    const hiding = changes.filter(({ column }) => column === 'online' || column === 'deleted_at');
    return hiding.every(({ actor }) => actor === staffActor(personId));
  }

  function comicsOfEntry({ subject, subjectId }: Entry): Promise<number[]> | number[] {
    return subject === 'chapter' ? comicsOf([subjectId]) : [subjectId];
  }
}

/** Whether this person made the change, and may make it as an author. */
function isChangeOf({ personId, role }: StaffCaller, { actor, subject, before, after }: Entry): boolean {
  const tooWritten = WRITTEN_TOO[subject] ?? null;
  if (tooWritten === null || actor !== staffActor(personId)) return false;
  const columns = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...columns].every((column) => tooWritten.includes(column) || mayChange(role, fieldOf(column)));
}

function fieldOf(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
