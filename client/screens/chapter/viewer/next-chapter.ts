import { chapterVerify, comicRead } from '#contract/calls/comic';
import { chapterLocked } from '#contract/codes';
import { fetchAhead } from '../../../features/reading/chapter-answers/chapter-answers.ts';
import { refusalData, request } from '../../../runtime/request.ts';
import { retryWhileBlocked } from '../../../runtime/send/retry-while-blocked.ts';
import type { SendOptions } from '../../../runtime/send/send.ts';
import type { FlowParts } from './flow.ts';
import { isUnderWay, tailAfter } from './tail.ts';

const SILENT: SendOptions = { background: true };

/** Fetches and joins the chapter after the last one, and keeps its price up to date while it is locked. */
export function nextChapterOf({ current, change, joins, renewals }: FlowParts) {
  /** Joins the chapter in the tail. One that was cut is replaced by the whole chapter. */
  async function join(options: SendOptions) {
    const { tail } = current();
    if ((tail.kind !== 'next' && tail.kind !== 'locked') || isUnderWay(tail)) return;
    const { item } = tail;
    renewals.forget(item.id);
    const isSilent = tail.state === 'failed' && options.background;
    change({ tail: { ...tail, state: isSilent ? 'retrying' : 'loading' } });
    try {
      const next = await fetchAhead(item.id, options);
      if (!joins(next)) return change({ tail: { kind: 'apart', item } });
      const others = current().chapters.filter(({ chapter }) => chapter.id !== item.id);
      change({ chapters: [...others, next], tail: tailAfter(next) });
    } catch (error) {
      const access = refusalData(comicRead, chapterLocked, error);
      const cut = tail.kind === 'locked' && tail.cut;
      if (access) return change({ tail: { kind: 'locked', item, state: 'waiting', access, cut } });
      change({ tail: { ...tail, state: 'failed' } });
    }
  }

  /** Fetches the price of the locked chapter in the tail, and joins it if it may be read by now. */
  async function verify(options: SendOptions) {
    const { tail } = current();
    if (tail.kind !== 'locked' || isUnderWay(tail)) return;
    const fetchAccess = () => request(chapterVerify, { id: tail.item.id }, options);
    const access = await retryWhileBlocked(fetchAccess).catch(() => null);
    const { tail: now } = current();
    // It may have been bought or joined during the request.
    if (now.kind !== 'locked' || now.item.id !== tail.item.id || isUnderWay(now)) return;
    if (access?.readable) return join(options);
    // Without an answer the price stays as it is shown.
    change({ tail: { ...now, access: access ?? now.access, state: access || now.access ? 'waiting' : 'failed' } });
  }

  return {
    /** Fetches the chapter after the last one: in the background, or `byReader` after a failure. */
    async prepareNext(byReader = false) {
      const options = { background: !byReader };
      const { tail } = current();
      if (tail.kind === 'next') return join(options);
      if (tail.kind !== 'locked') return;
      if (!tail.access) return verify(options);
      // It is owned, but its pages could not be fetched.
      if (byReader) return join(options);
    },
    /** The locked chapter has been bought, or has become free. */
    openTail: () => void join(SILENT),
    /** Updates a price that is shown. */
    refreshTail() {
      const { tail } = current();
      if (tail.kind === 'locked' && tail.access) void verify(SILENT);
    },
  };
}
