import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';

const LONG_MS = 500;

/** Handlers for something that a long press does, as does the key for a context menu; the click that ends a press is none. */
export function useLongPress(onLong: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const fired = useRef(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown({ pointerType }: PointerEvent) {
      fired.current = false;
      if (pointerType !== 'touch') return;
      stop();
      timer.current = setTimeout(() => {
        fired.current = true;
        onLong();
      }, LONG_MS);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu(event: MouseEvent) {
      // With a mouse the browser's own menu offers another tab.
      const by = 'pointerType' in event.nativeEvent ? event.nativeEvent.pointerType : 'mouse';
      if (by === 'mouse') return;
      event.preventDefault();
      if (by !== 'touch') onLong();
    },
    onClickCapture(event: MouseEvent) {
      if (!fired.current) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
