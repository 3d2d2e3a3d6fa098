import { flushSync } from 'react-dom';
import { comicRead } from '#contract/calls/comic';
import { chapterLocked } from '#contract/codes';
import { fetchAhead } from '../../../features/reading/chapter-answers/chapter-answers.ts';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { refusalData } from '../../../runtime/request.ts';
import type { FlowParts } from './flow.ts';
import { headBefore } from './tail.ts';

/** Fetches and joins the chapter before the first one. */
export function previousChapterOf({ current, change, joins }: FlowParts) {
  return {
    /** `onJoin` is called just before the chapter is joined. If it returns false, the chapter stays apart for now. */
    async preparePrevious(onJoin: (previous: ReadChapter) => boolean) {
      const { head } = current();
      if (!head || head.item.access === 'locked' || head.state === 'loading' || head.state === 'apart') return;
      change({ head: { ...head, state: 'loading' } });
      try {
        const previous = await fetchAhead(head.item.id);
        if (!joins(previous)) return change({ head: { ...head, state: 'apart' } });
        // In one step, because the indexes of the chapters change.
        flushSync(() => {
          if (!onJoin(previous)) return change({ head: { ...head, state: 'waiting' } });
          change({ chapters: [previous, ...current().chapters], head: headBefore(previous) });
        });
      } catch (error) {
        const isLocked = refusalData(comicRead, chapterLocked, error) !== null;
        change({
          head: isLocked
            ? { item: { ...head.item, access: 'locked' }, state: 'waiting' }
            : { ...head, state: 'failed' },
        });
      }
    },
  };
}
