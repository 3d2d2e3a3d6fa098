import { useEffect, useRef } from 'react';
import { chapterPath } from '../../../paths.ts';
import type { Buying } from './buying.ts';

/**
 * Returns the focus to the chapter's row when its sheet is closed and the element that had it no longer exists, because a login
 * has rendered the list again.
 */
export function useFocusBack(buying: Buying | null, isListThere: boolean) {
  const row = useRef<string | null>(null);
  useEffect(() => {
    if (buying) {
      row.current = buying.what === 'chapter' ? `[data-no] a[href="${chapterPath(buying.chapter.id)}"]` : null;
      return;
    }
    if (row.current === null || !isListThere) return;
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>(row.current)?.focus({ preventScroll: true });
    row.current = null;
  }, [buying, isListThere]);
}
