import type { DataOf } from '#contract/call';
import { comicInfo } from '#contract/calls/comic';
import { queryClient } from '../../runtime/queries/queries.ts';

export type KnownChapter = {
  comicId: number;
  comicTitle: string;
  chapter: DataOf<typeof comicInfo>['chapters'][number];
};

/** The comic of a chapter, where its detail has been seen: what can be said of it before its own answer is there. */
export function knownComicOf(chapterId: number): KnownChapter | null {
  for (const [, comic] of queryClient.getQueriesData<DataOf<typeof comicInfo>>({ queryKey: [comicInfo.path] })) {
    const chapter = comic?.chapters.find(({ id }) => id === chapterId);
    if (comic && chapter) return { comicId: comic.id, comicTitle: comic.title, chapter };
  }
  return null;
}
