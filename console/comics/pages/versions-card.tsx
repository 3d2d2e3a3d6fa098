import { comicUndo } from '#contract/console/comics';
import { restorePages } from '#contract/console/pages';
import { Button } from '../../../ui/button.tsx';
import { Card, Problem } from '../../parts/page.tsx';
import { timeText } from '../../parts/time.ts';
import { showDone } from '../../runtime/done-notice.ts';
import { useChange } from '../../runtime/queries.ts';
import { request } from '../../runtime/request.ts';
import type { ChapterPages } from '../words.ts';

/** The versions of the pages of a chapter that can be restored. */
export function VersionsCard({ chapterId, versions }: { chapterId: number; versions: ChapterPages['versions'] }) {
  const restore = useChange(restorePages);
  if (versions.length === 0) return null;
  const use = (version: number) =>
    restore.mutate(
      { chapterId, version },
      {
        onSuccess: ({ entries }) =>
          showDone('已恢复', entries.length > 0 ? () => request(comicUndo, { entries }) : null),
      },
    );
  return (
    <Card title="各个版本" hint="换下来的保留 30 天。">
      <Problem error={restore.error} />
      <ul aria-label="各个版本" className="divide-y divide-line">
        {versions.map(({ id, at, by, pages, isCurrent }) => (
          <li key={id} className="flex min-h-14 flex-wrap items-center justify-between gap-3 py-1">
            <span>
              {by === null ? '导入的' : `${timeText(at)} ${by}`}
              <span className="text-sm text-soft"> · {pages} 页</span>
            </span>
            {isCurrent ? (
              <span className="text-sm text-soft">现在的</span>
            ) : (
              <Button look="tinted" disabled={restore.isPending} onClick={() => use(id)}>
                恢复
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
