import { useState } from 'react';
import { comicState, comicUndo } from '#contract/console/comics';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Problem } from '../parts/page.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import { MergeDialog } from './merge-dialog.tsx';
import type { Comic } from './words.ts';

type Next = 'online' | 'offline' | 'deleted' | 'restored';

const QUESTIONS = {
  offline: {
    title: '下架',
    text: '读者立即看不到它，也搜不到；买过的读者照样能读。随时可以重新上架。',
    confirm: '下架',
    done: '已下架',
  },
  deleted: {
    title: '删除',
    text: '放进回收站，读者看不到它，以后的导入也不会带回来；买过的读者照样能读。30 天里可以恢复。',
    confirm: '删除',
    done: '已放进回收站',
  },
} as const;

/** Takes a comic online or offline, deletes and restores it. */
export function ComicActions({ comic }: { comic: Comic }) {
  const { id, state } = comic;
  const [isMerging, setIsMerging] = useState(false);
  const [asked, setAsked] = useState<keyof typeof QUESTIONS | null>(null);
  const change = useChange(comicState, () => setAsked(null));
  const to = (next: Next, done: string) =>
    change.mutate(
      { id, to: next },
      {
        onSuccess: ({ entries }) => showDone(done, entries.length > 0 ? () => request(comicUndo, { entries }) : null),
        onError: () => setAsked(null),
      },
    );
  const question = asked && QUESTIONS[asked];
  return (
    <div className="flex flex-wrap gap-3">
      {state === 'offline' && (
        <Button disabled={change.isPending} onClick={() => to('online', '已上架')}>
          上架
        </Button>
      )}
      {state === 'online' && (
        <Button look="tinted" onClick={() => setAsked('offline')}>
          下架
        </Button>
      )}
      {state === 'deleted' ? (
        <Button disabled={change.isPending} onClick={() => to('restored', '已恢复，还没有上架')}>
          恢复
        </Button>
      ) : (
        <Button look="tinted" className="text-danger!" onClick={() => setAsked('deleted')}>
          删除
        </Button>
      )}
      {state !== 'deleted' && (
        <Button look="tinted" onClick={() => setIsMerging(true)}>
          合并
        </Button>
      )}
      {isMerging && <MergeDialog comic={comic} onClose={() => setIsMerging(false)} />}
      <Problem error={change.error} />
      {asked && question && (
        <ConfirmDialog
          {...question}
          busy={change.isPending}
          onClose={() => setAsked(null)}
          onConfirm={() => to(asked, question.done)}
        />
      )}
    </div>
  );
}
