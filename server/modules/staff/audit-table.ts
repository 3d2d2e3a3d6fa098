import type { Cells } from '../../core/text/csv.ts';
import { shanghaiSeconds } from '../../core/time/shanghai-day.ts';
import type { Entry } from '../audit/audit.ts';
import { personOfActor } from './audit-log.ts';

type Names = ReadonlyMap<number, string>;

const HEAD = ['编号', '时间（北京时间）', '操作者', '操作', '对象', '对象编号', '之前', '之后', '原因'];

/** Entries with their head, for a terminal or a spreadsheet. */
export function auditTable(entries: readonly Entry[], names: Names): Cells[] {
  return [HEAD, ...entries.map((entry) => cellsOf(entry, names))];
}

/** An entry with the names of the staff in it, and of the comic or chapter. */
export function viewEntry(
  { id, at, actor, action, subject, subjectId, before, after, reason }: Entry,
  names: Names,
  contents: ReadonlyMap<string, string> = new Map(),
) {
  return {
    id,
    at: at.toISOString(),
    actor,
    actorName: names.get(personOfActor(actor) ?? 0) ?? null,
    action,
    subject,
    subjectId,
    subjectName: (subject === 'staff' ? names.get(subjectId) : contents.get(`${subject} ${subjectId}`)) ?? null,
    before,
    after,
    reason,
  };
}

function cellsOf(entry: Entry, names: Names): Cells {
  const { id, at, actor, actorName, action, subject, subjectId, before, after, reason } = {
    ...viewEntry(entry, names),
    at: entry.at,
  };
  const when = shanghaiSeconds(at);
  const who = actorName === null ? actor : `${actorName}（${actor}）`;
  return [id, when, who, action, subject, subjectId, JSON.stringify(before), JSON.stringify(after), reason ?? ''];
}
