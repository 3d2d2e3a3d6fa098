import type { ComponentProps, ReactNode } from 'react';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { onDemand } from '../../../../ui/on-demand.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { chapterTitle } from '../../../features/reading/chapter-words/chapter-title.ts';
import { chapterPath, comicPath } from '../../../paths.ts';
import type { LockedCard as LoadedLockedCard } from './locked-card.tsx';
import type { Tail } from './tail.ts';
import { Waiting } from './waiting.tsx';

// If its code can't be loaded, a plain text says that this is the end.
const EndCard = onDemand(() => import('./end-card.tsx').then((m) => m.EndCard), PlainEnd);

// If its code can't be loaded, a link leads to the chapter's own screen.
const LockedCard = onDemand<ComponentProps<typeof LoadedLockedCard>>(
  () => import('./locked-card.tsx').then((m) => m.LockedCard),
  PlainLock,
);

function PlainLock({ tail: { item } }: ComponentProps<typeof LoadedLockedCard>) {
  return (
    <Ending title="下一话未解锁" hint={chapterTitle(item)}>
      <ScreenLink to={chapterPath(item.id)} replace className={buttonClass('tinted')}>
        去解锁
      </ScreenLink>
    </Ending>
  );
}

function PlainEnd({ comicId }: { comicId: number }) {
  return (
    <Ending title="已是最后一话" hint="更新后会出现在这里">
      <ScreenLink to={comicPath(comicId)} replace className={buttonClass('tinted')}>
        返回目录
      </ScreenLink>
    </Ending>
  );
}

type TailCardProps = {
  tail: Tail;
  /** Whether the reader is close to it. */
  near: boolean;
  comicId: number;
  /** The chapter before it. */
  ended: ReadChapter;
  prepareNext: (byReader: boolean) => Promise<void>;
  refreshTail: () => void;
  openTail: () => void;
};

/** The end of the strip: the next chapter loading, its price, or a note that there is none. */
export function TailCard({ tail, near, comicId, ended, prepareNext, refreshTail, openTail }: TailCardProps) {
  const back = (
    <ScreenLink to={comicPath(comicId)} replace className={buttonClass('tinted')}>
      返回目录
    </ScreenLink>
  );
  if (tail.kind === 'end') {
    return near && <EndCard comicId={comicId} ended={ended} fallback={<Waiting title="" />} />;
  }
  const title = chapterTitle(tail.item);
  if (tail.kind === 'apart') {
    return (
      <Ending title="下一话" hint={title}>
        {back}
        <ScreenLink to={chapterPath(tail.item.id)} replace className={buttonClass()}>
          阅读下一话
        </ScreenLink>
      </Ending>
    );
  }
  if (tail.state === 'failed' || tail.state === 'retrying') {
    return (
      <Ending title={tail.kind === 'locked' ? '下一话没有打开' : '下一话没有加载成功'} hint={title}>
        {back}
        <Button onClick={() => void prepareNext(true)}>重试</Button>
      </Ending>
    );
  }
  if (tail.kind === 'locked' && tail.access) {
    return (
      <LockedCard
        key={tail.item.id}
        tail={tail}
        onAccessChange={refreshTail}
        onOpen={openTail}
        fallback={<Waiting title={title} isPriced />}
      />
    );
  }
  return <Waiting title={title} isPriced={tail.kind === 'locked'} />;
}

export function Ending({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className="mx-auto flex max-w-sm flex-col items-center gap-2 text-center">
      <h2 className="text-[1.0625rem] font-medium">{title}</h2>
      <p className="text-sm text-soft">{hint}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>
    </section>
  );
}
