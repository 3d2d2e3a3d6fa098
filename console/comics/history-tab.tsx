import type { DataOf } from '#contract/call';
import { columnName } from '#contract/console/column-names';
import { comicUndo } from '#contract/console/comics';
import { comicHistory } from '#contract/console/comics-history';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { actionName, actorText } from '../audit/words.ts';
import { LoadMore } from '../parts/load-more.tsx';
import { Problem } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { showDone } from '../runtime/done-notice.ts';
import { useChange, useMe } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import { columnText, isShown, unlockedText } from './columns.ts';

type Entry = DataOf<typeof comicHistory>['list'][number];

/** The changes of a comic and its chapters, with 撤回. */
export function HistoryTab({ comicId }: { comicId: number }) {
  const undo = useChange(comicUndo);
  const { data: person } = useMe();
  // An author can undo only their own changes.
  const mayUndo = ({ actor }: Entry) => person?.role !== 'author' || actor === `staff:${person.id}`;
  const take = (id: number) =>
    undo.mutate(
      { entries: [id] },
      { onSuccess: ({ entries }) => showDone('已撤回', () => request(comicUndo, { entries })) },
    );
  return (
    <>
      <Problem error={undo.error} />
      <LoadMore call={comicHistory} filter={{ id: comicId, size: 50 }}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState title="还没有改过" hint="导入了几话，在这里或用命令改了什么，都记在这里" />
          ) : (
            <ul
              aria-label="历史"
              className="divide-y divide-line overflow-hidden rounded-2xl bg-raised ring-1 ring-line"
            >
              {entries.map((entry) => (
                <li key={entry.id} className="flex flex-wrap items-start justify-between gap-3 px-4 py-3 sm:px-6">
                  <EntryText entry={entry} />
                  {entry.canUndo && mayUndo(entry) && (
                    <Button look="tinted" disabled={undo.isPending} onClick={() => take(entry.id)}>
                      撤回
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </LoadMore>
    </>
  );
}

function EntryText({ entry }: { entry: Entry }) {
  const { action, chapterNo, at, before, after, reason, undone } = entry;
  const columns = Object.keys(after).filter(isShown);
  return (
    <div className="min-w-0 flex-1 basis-60 break-words">
      <p>
        <b className="font-medium">{actionName(action)}</b>
        {chapterNo !== null && ` 第 ${chapterNo} 话`}
        {undone && <span className="text-soft">（已撤回）</span>}
      </p>
      <p className="text-sm text-soft">
        {timeText(at)} · {actorText(entry)}
      </p>
      <ul className="text-sm">
        {columns.map((column) => (
          <li key={column}>
            {columnName(column)}：
            {action !== 'import' && <span className="text-soft">{columnText(column, before[column])} → </span>}
            {columnText(column, after[column])}
          </li>
        ))}
      </ul>
      {action === 'clear-overrides' && unlockedText(entry) !== '' && (
        <p className="text-sm">不再锁定：{unlockedText(entry)}</p>
      )}
      {reason !== null && <p className="text-sm text-soft">原因：{reason}</p>}
    </div>
  );
}
