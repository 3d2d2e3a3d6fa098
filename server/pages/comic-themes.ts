import type { ComicDetail } from '#contract/shapes';
import type { Editorial } from '../modules/editorial/editorial.ts';

/** The running themes that contain a comic; no field if there is none. */
export async function themesOf(
  editorial: Pick<Editorial, 'themes'>,
  comicId: number,
  now: Date,
): Promise<Pick<ComicDetail, 'themes'>> {
  const themes = (await editorial.themes(now)).filter(({ comics }) => comics.includes(comicId));
  return themes.length > 0 ? { themes: themes.map(({ id, title }) => ({ id, title })) } : {};
}
