import { useEffect, useRef, useState } from 'react';
import { createRenewals } from '../../../features/reading/chapter-answers/chapter-answers.ts';
import type { ReadChapter } from '../../../features/reading/chapter-answers/read-chapter.ts';
import { useClientState } from '../../../state.ts';
import { currentUrlOf } from './current-url.ts';
import type { Flow, FlowParts } from './flow.ts';
import { nextChapterOf } from './next-chapter.ts';
import { previousChapterOf } from './previous-chapter.ts';
import { headBefore, tailAfter } from './tail.ts';
import { useRetry } from './use-retry.ts';
import { useReturn } from './use-return.ts';

/**
 * The chapters that are read in one go: the first one, those joined to it, and the chapters before and after them. Only chapters
 * that pass `joins` are joined.
 */
export function useChapterFlow(first: ReadChapter, joins: (next: ReadChapter) => boolean) {
  const [flow, setFlow] = useState<Flow>(() => ({
    chapters: [first],
    head: headBefore(first),
    tail: tailAfter(first),
  }));
  const latestJoins = useRef(joins);
  latestJoins.current = joins;
  const [acts] = useState(() => {
    let latest = flow;
    const parts: FlowParts = {
      current: () => latest,
      change(next) {
        latest = { ...latest, ...next };
        setFlow(latest);
      },
      joins: (chapter) => latestJoins.current(chapter),
      renewals: createRenewals(),
    };
    const next = nextChapterOf(parts);
    const retryNext = () => void next.prepareNext();
    return { ...next, retryNext, ...previousChapterOf(parts), fetchCurrentUrl: currentUrlOf(parts) };
  });

  useRetry('state' in flow.tail && flow.tail.state === 'failed' ? flow.tail : null, acts.retryNext);
  // The chapter may have been bought on another device, and another reader has other coins.
  useReturn(acts.refreshTail);
  const readerId = useClientState((state) => state.userInfo?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for another reader
  useEffect(acts.refreshTail, [readerId, acts]);

  return { ...flow, ...acts };
}
