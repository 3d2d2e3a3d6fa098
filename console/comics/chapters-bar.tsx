import { useState } from 'react';
import { chapterPrice, chapterState } from '#contract/console/chapters';
import { comicUndo } from '#contract/console/comics';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Problem } from '../parts/page.tsx';
import { PreviewDialog } from '../parts/preview-dialog.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { request } from '../runtime/request.ts';
import { useMayCall } from '../runtime/rights.ts';
import type { Chapter } from './words.ts';

type Next = 'online' | 'offline' | 'deleted' | 'restored';
const NEXT_NAMES = { online: '上架', offline: '下架', deleted: '删除', restored: '恢复' } as const;
const STATE_NAMES = { online: '上架', offline: '已下架', deleted: '已删除' } as const;
const AFTER = { online: '上架', offline: '已下架', deleted: '已删除', restored: '已下架' } as const;

type ChaptersBarProps = {
  comicId: number;
  chapters: readonly Chapter[];
  chosen: readonly Chapter[];
  onChoose(ids: ReadonlySet<number>): void;
};

/** The actions on the chosen chapters. */
export function ChaptersBar({ comicId, chapters, chosen, onChoose }: ChaptersBarProps) {
  const [asked, setAsked] = useState<Next | 'price' | null>(null);
  const mayPrice = useMayCall(chapterPrice);
  const all = chosen.length === chapters.length;
  const close = () => setAsked(null);
  const done = (text: string) => (data: { entries: number[] }) => {
    const { entries } = data;
    close();
    onChoose(new Set());
    showDone(text, entries.length > 0 ? () => request(comicUndo, { entries }) : null);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button look="quiet" onClick={() => onChoose(new Set(all ? [] : chapters.map(({ id }) => id)))}>
        {all ? '取消全选' : '全选'}
      </Button>
      {chosen.length > 0 && (
        <>
          <span className="text-sm text-soft">已选 {chosen.length} 话</span>
          {mayPrice && (
            <Button look="tinted" onClick={() => setAsked('price')}>
              标价
            </Button>
          )}
          {(Object.keys(NEXT_NAMES) as Next[])
            .filter((next) => chosen.some(({ state }) => isFor(next, state)))
            .map((next) => (
              <Button key={next} look="tinted" onClick={() => setAsked(next)}>
                {NEXT_NAMES[next]}
              </Button>
            ))}
        </>
      )}
      {asked === 'price' && <PriceDialog comicId={comicId} chosen={chosen} onDone={done} onClose={close} />}
      {asked !== null && asked !== 'price' && (
        <StateDialog comicId={comicId} chosen={chosen} next={asked} onDone={done} onClose={close} />
      )}
    </div>
  );
}

function isFor(next: Next, state: Chapter['state']): boolean {
  return {
    online: state === 'offline',
    offline: state === 'online',
    deleted: state !== 'deleted',
    restored: state === 'deleted',
  }[next];
}

type ChangeProps = {
  comicId: number;
  chosen: readonly Chapter[];
  onDone(text: string): (data: { entries: number[] }) => void;
  onClose(): void;
};

function StateDialog({ comicId, chosen, next, onDone, onClose }: ChangeProps & { next: Next }) {
  const change = useChange(chapterState);
  const concerned = chosen.filter(({ state }) => isFor(next, state));
  const owners = concerned.reduce((sum, chapter) => sum + chapter.owners, 0);
  const ids = concerned.map(({ id }) => id);
  return (
    <PreviewDialog
      title={`${NEXT_NAMES[next]} ${concerned.length} 话`}
      lines={concerned.map(({ fields: { no, title }, state }) => {
        return { what: `第 ${no} 话 ${title}`, before: STATE_NAMES[state], after: AFTER[next] };
      })}
      confirm={NEXT_NAMES[next]}
      busy={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={() =>
        change.mutate({ comicId, ids, to: next }, { onSuccess: onDone(`已${NEXT_NAMES[next]} ${ids.length} 话`) })
      }
    >
      {(next === 'offline' || next === 'deleted') && (
        <p className="text-sm text-soft">
          {owners > 0 ? `有 ${owners} 人次买过，他们照样能读。` : '没有人买过，谁也读不到了。'}
        </p>
      )}
    </PreviewDialog>
  );
}

function PriceDialog({ comicId, chosen, onDone, onClose }: ChangeProps) {
  const [text, setText] = useState('');
  const change = useChange(chapterPrice);
  const ids = chosen.map(({ id }) => id);
  const isRight = text === '' || (/^\d{1,7}$/.test(text) && Number(text) <= 1_000_000);
  const save = () =>
    change.mutate(
      { comicId, ids, priceCoins: text === '' ? null : Number(text) },
      { onSuccess: onDone(`已标价 ${ids.length} 话`) },
    );
  return (
    <Dialog title={`给 ${chosen.length} 话标价`} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <TextField
          label="每话价格（漫币）"
          inputMode="numeric"
          value={text}
          onText={setText}
          hint="0 是免费；不填就回到整部的价格"
          error={isRight ? null : '要写 0 到 1000000 的整数'}
        />
        <Problem error={change.error} />
        <Button disabled={!isRight || change.isPending} onClick={save}>
          标价
        </Button>
      </div>
    </Dialog>
  );
}
