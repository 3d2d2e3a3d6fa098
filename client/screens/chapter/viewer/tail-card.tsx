import type { ReactNode } from 'react';
import { chapterTitle } from '../../../features/chapter-words/chapter-title.ts';
import { ScreenLink } from '../../../features/screen-link/screen-link.tsx';
import { chapterPath, comicPath } from '../../../paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { LockedCard } from './locked-card.tsx';
import { NextAfter } from './next-after.tsx';
import type { Tail } from './use-chapter-flow.ts';

type TailCardProps = { tail: Tail; comicId: number; onRetry: () => void; onFree: () => void };

/** The end of the strip: the next chapter loading, its price, or a note that there is none. */
export function TailCard({ tail, comicId, onRetry, onFree }: TailCardProps) {
  const back = (
    <ScreenLink to={comicPath(comicId)} replace className={buttonClass('tinted')}>
      返回目录
    </ScreenLink>
  );
  if (tail.kind === 'end') {
    return (
      <Ending title="已是最后一话" hint="更新后会出现在这里">
        {back}
      </Ending>
    );
  }
  const title = chapterTitle(tail.item);
  if (tail.kind === 'locked') {
    if (!tail.access) return <Waiting title={title} />;
    return (
      <LockedCard title={title} access={tail.access} onFree={onFree}>
        {back}
        <NextAfter chapterId={tail.item.id} />
      </LockedCard>
    );
  }
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
  if (tail.state !== 'failed') return <Waiting title={title} />;
  return (
    <Ending title="下一话没有加载成功" hint={title}>
      {back}
      <Button onClick={onRetry}>重试</Button>
    </Ending>
  );
}

function Ending({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className="mx-auto flex max-w-sm flex-col items-center gap-2 text-center">
      <h2 className="text-[17px] font-medium">{title}</h2>
      <p className="text-sm text-soft">{hint}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>
    </section>
  );
}

function Waiting({ title }: { title: string }) {
  return (
    <div role="status" className="mx-auto flex w-full max-w-sm flex-col items-center gap-4">
      <p className="text-sm text-soft">{title}</p>
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
