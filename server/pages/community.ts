import { chapterLike, comicRate } from '#contract/calls/community';
import type { Likes, Rating } from '#contract/opinions';
import type { ComicDetail } from '#contract/shapes';
import { type Served, serve } from '../core/dispatch/dispatch.ts';
import type { Account } from '../modules/account/account.ts';
import { type Catalog, checkAge, publishedFor } from '../modules/catalog/catalog.ts';
import { type Community, meanOf, type Opinions } from '../modules/community/community.ts';
import type { Editorial } from '../modules/editorial/editorial.ts';

type Parts = {
  catalog: Catalog;
  community: Community;
  editorial: Pick<Editorial, 'parts'>;
  account: Pick<Account, 'teen'>;
};

const NONE: ReadonlySet<number> = new Set();

/** Liking chapters and rating comics, where the operator has switched that on. */
export function communityCalls({ catalog, community, editorial, account }: Parts): Served[] {
  return [
    serve(chapterLike, async ({ caller, now }, { id: asked, on }, refuse) => {
      if (!(await editorial.parts()).features.likes) return refuse('notOffered');
      const found = await catalog.anyChapter(asked);
      const chapters = found ? publishedFor(found.record, NONE, now) : [];
      const chapter = chapters.find(({ id }) => id === found?.chapterId);
      if (!found || !chapter) return refuse('chapterNotFound');
      const { comic } = found.record;
      checkAge(caller, comic.ageRating, refuse);
      await account.teen.check(caller, now);
      return community.like({ readerId: caller.readerId, chapterId: chapter.id, comicId: comic.id, on }, now);
    }),

    serve(comicRate, async ({ caller, now }, { id: asked, stars }, refuse) => {
      if (!(await editorial.parts()).features.ratings) return refuse('notOffered');
      const record = await catalog.comic(asked);
      if (!record) return refuse('comicNotFound');
      checkAge(caller, record.comic.ageRating, refuse);
      await account.teen.check(caller, now);
      const opinions = await community.rate({ readerId: caller.readerId, comicId: record.comic.id, stars }, now);
      return viewRating(opinions);
    }),
  ];
}

/** The opinions of readers about a comic; without the fields that are switched off. */
export async function opinionsOf(
  { editorial, community }: Pick<Parts, 'editorial' | 'community'>,
  readerId: number,
  comicId: number,
): Promise<Pick<ComicDetail, 'likes' | 'rating'>> {
  const { likes, ratings } = (await editorial.parts()).features;
  if (!likes && !ratings) return {};
  const opinions = await community.opinions(readerId, comicId);
  return { ...(likes && { likes: opinions.likes }), ...(ratings && { rating: viewRating(opinions) }) };
}

/** The likes of a chapter; no field if they are switched off. */
export async function likesOf(
  { editorial, community }: Pick<Parts, 'editorial' | 'community'>,
  readerId: number,
  chapterId: number,
): Promise<{ likes?: Likes }> {
  return (await editorial.parts()).features.likes ? { likes: await community.likes(readerId, chapterId) } : {};
}

function viewRating(opinions: Opinions): Rating {
  return { count: opinions.ratings, mean: meanOf(opinions), mine: opinions.mine || null };
}
