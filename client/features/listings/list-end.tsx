import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { listen } from '../../../ui/listen.ts';
import { watchView } from '../../../ui/watch-view.ts';

type ListEndProps = {
  more: 'yes' | 'loading' | 'failed' | 'end';
  /** A short list has no text at its end. */
  short?: boolean;
  onMore(): void;
};

/**
 * The end of an endless list. Loads more when it comes near the viewport, and after a failure when the network is back. Says so
 * when the list is complete.
 */
export function ListEnd({ more, short = false, onMore }: ListEndProps) {
  const foot = useRef<HTMLDivElement>(null);
  const latestOnMore = useRef(onMore);
  latestOnMore.current = onMore;

  useEffect(() => {
    if (more !== 'yes' || !foot.current) return;
    const loadWhenNear = ({ isIntersecting }: IntersectionObserverEntry) => {
      if (isIntersecting) latestOnMore.current();
    };
    return watchView(foot.current, loadWhenNear, { rootMargin: '0px 0px 800px' });
  }, [more]);

  useEffect(() => {
    if (more !== 'failed') return;
    return listen(window, { online: () => latestOnMore.current() });
  }, [more]);

  if (more === 'end' && short) return null;
  return (
    <div ref={foot} className="words flex h-24 items-center justify-center text-sm text-soft">
      {more === 'failed' ? (
        <Button look="tinted" onClick={onMore}>
          加载失败，重试
        </Button>
      ) : (
        <p role="status">{more === 'end' ? '没有更多了' : '加载中…'}</p>
      )}
    </div>
  );
}
