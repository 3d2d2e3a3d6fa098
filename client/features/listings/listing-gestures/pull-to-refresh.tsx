import { useEffect, useRef, useState } from 'react';
import { RefreshIcon } from '../../../../ui/screen-icons.tsx';
import { refreshShown } from '../../../runtime/queries/refresh-shown.ts';
import { listenToFinger } from './listen-to-finger.ts';
import { ARMED_PX, pullOf } from './pull.ts';

/** Shown at least this long, so that the reader sees that something was done. */
const SHORTEST_MS = 500;

/** Pulling down at the top of a listing refetches what it shows. The list does not move during the refetch. */
export function PullToRefresh() {
  const sign = useRef<HTMLDivElement>(null);
  const [refreshing, setRefreshing] = useState(false);

  useEffect(() => {
    if (refreshing) return;
    return watchPulls(
      (px) => moveSign(sign.current, px),
      () => setRefreshing(true),
    );
  }, [refreshing]);

  useEffect(() => {
    if (!refreshing) return;
    moveSign(sign.current, ARMED_PX);
    let gone = false;
    const shortest = new Promise((resolve) => setTimeout(resolve, SHORTEST_MS));
    void Promise.all([refreshShown(), shortest]).then(() => {
      if (gone) return;
      moveSign(sign.current, 0);
      setRefreshing(false);
    });
    return () => {
      gone = true;
    };
  }, [refreshing]);

  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-10 flex justify-center">
      <div
        ref={sign}
        role="status"
        aria-label={refreshing ? '正在刷新' : undefined}
        className="invisible mt-2 grid size-11 place-items-center rounded-full bg-raised text-accent shadow-md ring-1 ring-line"
      >
        <span className={refreshing ? 'animate-[breathe_1.6s_infinite]' : ''}>
          <RefreshIcon className="size-5" />
        </span>
      </div>
    </div>
  );
}

/** Moves the sign without a render: it has to keep up with a finger. With reduced motion it does not turn. */
function moveSign(sign: HTMLElement | null, px: number) {
  if (!sign) return;
  const degrees = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : px * 3;
  sign.style.transform = `translateY(${px}px) rotate(${degrees}deg)`;
  sign.style.visibility = px > 0 ? 'visible' : '';
  sign.style.opacity = String(Math.min(1, px / ARMED_PX));
}

/** Reports how far a finger pulls down from the very top of the page, and when it lets go far enough. */
function watchPulls(move: (px: number) => void, release: () => void): () => void {
  const root = document.documentElement;
  // The browser's own pull gesture would reload the whole page.
  root.style.overscrollBehaviorY = 'none';
  let from: Touch | undefined;
  let px = 0;
  const start = ({ touches, target }: TouchEvent) => {
    const overScreen = target instanceof Element && target.closest('main') !== null;
    from = touches.length === 1 && window.scrollY <= 0 && overScreen ? touches[0] : undefined;
  };
  const follow = ({ touches: [touch], touches }: TouchEvent) => {
    if (!from || !touch) return;
    const pull =
      touches.length === 1 && window.scrollY <= 0
        ? pullOf(touch.clientX - from.clientX, touch.clientY - from.clientY)
        : 'no';
    if (pull === 'unclear') return;
    if (pull === 'no') from = undefined;
    px = pull === 'no' ? 0 : pull.px;
    move(px);
  };
  const end = (event: TouchEvent) => {
    const far = event.type === 'touchend' && from && px >= ARMED_PX;
    from = undefined;
    px = 0;
    if (far) release();
    else move(0);
  };
  const stop = listenToFinger(start, { touchmove: follow, touchend: end, touchcancel: end });
  return () => {
    root.style.overscrollBehaviorY = '';
    stop();
  };
}
