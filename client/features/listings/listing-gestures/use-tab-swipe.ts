import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { listen } from '../../../../ui/listen.ts';
import { tabAfterSwipe } from './tab-swipe.ts';

/** A clear sideways swipe over a listing opens the next or previous tab. */
export function useTabSwipe(tabs: readonly string[], present: string) {
  const navigate = useNavigate();
  useEffect(() => {
    let from: Touch | undefined;
    const start = ({ touches, target }: TouchEvent) => {
      from = touches.length === 1 && canSwipeFrom(target) ? touches[0] : undefined;
    };
    const end = ({ changedTouches: [to] }: TouchEvent) => {
      if (!from || !to) return;
      const tab = tabAfterSwipe(tabs, present, to.clientX - from.clientX, to.clientY - from.clientY);
      from = undefined;
      if (tab) void navigate(tab);
    };
    return listen(window, { touchstart: start, touchend: end }, { passive: true });
  }, [navigate, tabs, present]);
}

/** Whether a swipe that starts on this element changes the tab: it is on a screen, and not in a row that scrolls sideways. */
function canSwipeFrom(target: EventTarget | null): boolean {
  let box = target instanceof Element ? target : null;
  while (box && box.tagName !== 'MAIN') {
    if (box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX)) return false;
    box = box.parentElement;
  }
  return box !== null;
}
