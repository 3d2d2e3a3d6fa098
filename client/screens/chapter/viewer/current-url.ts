import { comicRead } from '#contract/calls/comic';
import { chapterLocked } from '#contract/codes';
import type { ChapterAccess } from '#contract/shapes';
import { refusalData } from '../../../runtime/request.ts';
import type { FetchCurrentUrl } from '../strip/page-sources.ts';
import type { FlowParts } from './flow.ts';
import { cutRest } from './tail.ts';

/** Fetches the current address of an image whose old one has expired or is refused. */
export function currentUrlOf({ current, change, renewals }: FlowParts): FetchCurrentUrl {
  /** The pages that are loaded stay. The others are replaced by the price of the chapter. */
  function lockRest(access: ChapterAccess, refused: number, isLoaded: (pageKey: string) => boolean) {
    const { id } = access.chapter;
    const cut = cutRest(current().chapters, { id, refused }, isLoaded);
    if (!cut) return;
    const isPartThere = cut.chapters.at(-1)?.chapter.id === id;
    change({
      chapters: cut.chapters,
      tail: { kind: 'locked', item: access.chapter, state: 'waiting', access, cut: isPartThere },
    });
  }

  return async (key, isLoaded) => {
    const [id = 0, page = 0, piece = 0] = key.split('/').map(Number);
    try {
      const fresh = await renewals.renew(id);
      const { chapters } = current();
      if (chapters.some((one) => one.chapter.id === id && one !== fresh)) {
        change({ chapters: chapters.map((one) => (one.chapter.id === id ? fresh : one)) });
      }
      const found = fresh.pages[page];
      return (found?.pieces?.length ? found.pieces[piece]?.url : found?.url) ?? null;
    } catch (error) {
      const access = refusalData(comicRead, chapterLocked, error);
      if (access) lockRest(access, page, isLoaded);
      throw error;
    }
  };
}
