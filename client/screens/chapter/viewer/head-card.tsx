import { Button, buttonClass } from '../../../../ui/button.tsx';
import { ScreenLink } from '../../../features/navigation/screen-link/screen-link.tsx';
import { chapterTitle } from '../../../features/reading/chapter-words/chapter-title.ts';
import { chapterPath } from '../../../paths.ts';
import type { Head } from './tail.ts';
import { Ending } from './tail-card.tsx';
import { Waiting } from './waiting.tsx';

/** The card before the first page: the previous chapter is loading, or why it can't be joined. */
export function HeadCard({ head: { item, state }, onRetry }: { head: Head; onRetry: () => void }) {
  const title = chapterTitle(item);
  if (item.access === 'locked') {
    return (
      <Ending title="上一话未解锁" hint={title}>
        <ScreenLink to={chapterPath(item.id)} replace className={buttonClass('tinted')}>
          去解锁
        </ScreenLink>
      </Ending>
    );
  }
  if (state === 'apart') {
    return (
      <Ending title="上一话" hint={title}>
        <ScreenLink to={chapterPath(item.id)} replace className={buttonClass('tinted')}>
          阅读上一话
        </ScreenLink>
      </Ending>
    );
  }
  if (state === 'failed') {
    return (
      <Ending title="上一话没有加载成功" hint={title}>
        <Button onClick={onRetry}>重试</Button>
      </Ending>
    );
  }
  return <Waiting title={title} />;
}
