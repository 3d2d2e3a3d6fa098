import { useState } from 'react';
import type { DataOf } from '#contract/call';
import { partHistory, partVersion, previewPart } from '#contract/console/editorial';
import type { PartName } from '#contract/console/editorial-parts';
import { Button } from '../../ui/button.tsx';
import { actionName } from '../audit/words.ts';
import { LoadMore } from '../parts/load-more.tsx';
import { Card, Problem } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { showDone } from '../runtime/done-notice.ts';
import { request } from '../runtime/request.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { SaveDialog } from './save-dialog.tsx';
import type { Change } from './save-part.ts';

type Entry = DataOf<typeof partHistory>['list'][number];
type Restored = { edited: { name: PartName; version: string; value: unknown }; changes: readonly Change[] };

/** The changes of the part with their authors. Each earlier state can be restored. */
export function HistoryCard({ name, title }: { name: PartName; title: string }) {
  const [restored, setRestored] = useState<Restored | null>(null);
  const [compared, setCompared] = useState<{ entry: Entry; entries: readonly Entry[] } | null>(null);
  const [error, setError] = useState<Error | null>(null);

  async function open({ id }: Entry) {
    setError(null);
    try {
      const { version, value } = await request(partVersion, { name, entryId: id });
      const { mistakes, changes } = await request(previewPart, { name, version, value });
      const [first] = mistakes;
      if (first) throw new Error(first.what);
      if (changes.length === 0) showDone('与现在一样');
      else setRestored({ edited: { name, version, value }, changes });
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)));
    }
  }

  return (
    <Card title="改动的记录" hint="恢复之前会先列出变化">
      <Problem error={error} />
      <LoadMore call={partHistory} filter={{ name, size: 10 }}>
        {(entries) =>
          entries.length === 0 ? (
            <p className="text-soft">还没有改过，是自带的内容。</p>
          ) : (
            <ul className="divide-y divide-line">
              {entries.map((entry) => (
                <li key={entry.id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
                  <p className="min-w-0 break-words">
                    {actionName(entry.action)}
                    <span className="text-sm text-soft">
                      {' '}
                      {timeText(entry.at)} · {entry.by}
                      {entry.undone && '，已撤回'}
                      {entry.reason && `，原因：${entry.reason}`}
                    </span>
                  </p>
                  <span className="flex flex-wrap gap-3">
                    <Button look="quiet" onClick={() => setCompared({ entry, entries })}>
                      比较
                    </Button>
                    <Button look="tinted" onClick={() => void open(entry)}>
                      恢复到改动之前
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </LoadMore>
      {compared && <CompareDialog name={name} {...compared} onClose={() => setCompared(null)} />}
      {restored && (
        <SaveDialog
          {...restored}
          title={title}
          onMistakes={([first]) => setError(new Error(first?.what))}
          onClose={() => setRestored(null)}
        />
      )}
    </Card>
  );
}
