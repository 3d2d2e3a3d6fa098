import type { DataOf } from '#contract/call';
import { comicChapters, comicInfo } from '#contract/calls/comic';
import { queryClient } from '../../runtime/queries/queries.ts';

export type KnownChapter = {
  comicId: number;
  comicTitle: string;
  chapter: DataOf<typeof comicInfo>['chapters'][number];
};

/** A chapter and its comic from a cached detail, to be shown before the chapter's own answer arrives. */
export function knownComicOf(chapterId: number): KnownChapter | null {
  for (const [, comic] of queryClient.getQueriesData<DataOf<typeof comicInfo>>({ queryKey: [comicInfo.path] })) {
    const chapter = comic && chaptersKnownOf(comic).find(({ id }) => id === chapterId);
    if (chapter) return { comicId: comic.id, comicTitle: comic.title, chapter };
  }
  return null;
}

type Detail = DataOf<typeof comicInfo>;

/** The chapters in the detail, and in its parts that were fetched later. */
function chaptersKnownOf({ id, chapters }: Detail): Detail['chapters'] {
  const parts = queryClient.getQueriesData<DataOf<typeof comicChapters>>({ queryKey: [comicChapters.path, { id }] });
  return [...chapters, ...parts.flatMap(([, part]) => part?.chapters ?? [])];
}
