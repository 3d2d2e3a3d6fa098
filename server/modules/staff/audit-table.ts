import type { Cells } from '../../core/text/csv.ts';
import { shanghaiSeconds } from '../../core/time/shanghai-day.ts';
import type { Entry } from '../audit/audit.ts';
import { personOfActor } from './audit-log.ts';

type Names = ReadonlyMap<number, string>;
/** The names of the subjects of entries, by subject and id: `comic 5`. */
type Contents = ReadonlyMap<string, string>;

const HEAD = ['编号', '时间（北京时间）', '操作者', '操作', '对象', '对象编号', '对象名称', '之前', '之后', '原因'];

/** Entries with their head, for a terminal or a spreadsheet. */
export function auditTable(entries: readonly Entry[], names: Names, contents: Contents): Cells[] {
  return [HEAD, ...entries.map((entry) => cellsOf(entry, names, contents))];
}

/** An entry with the names of the staff in it, and of the comic or chapter. */
export function viewEntry(
  { id, at, actor, action, subject, subjectId, before, after, reason }: Entry,
  names: Names,
  contents: Contents,
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

function cellsOf(entry: Entry, names: Names, contents: Contents): Cells {
  const { id, actor, actorName, action, subject, subjectId, subjectName, before, after, reason } = viewEntry(
    entry,
    names,
    contents,
  );
  const when = shanghaiSeconds(entry.at);
  const who = actorName === null ? actor : `${actorName}（${actor}）`;
  const states = [JSON.stringify(before), JSON.stringify(after)];
  return [id, when, who, action, subject, subjectId, subjectName ?? '', ...states, reason ?? ''];
}
