import { LRUCache } from 'lru-cache';
import type { Brand } from '../modules/editorial/editorial.ts';
import type { PageDescription } from '../pages/share/describe-page.ts';
import { brandPage } from './branded-page.ts';
import { isHome, withFirstAnswers } from './first-answers.ts';
import { describedPage } from './head.ts';
import { type TaggedText, tagged } from './send-text.ts';

/** What a page is made of besides the built one; `answers` = those of its first screen. */
export type PageParts = {
  path: string;
  origin: string;
  brand: Brand;
  description: PageDescription;
  answers: string | null;
};

/** Home has two paths; the others are for names by which the site is asked. */
const MOST_KEPT = 20;

/**
 * Makes pages out of the built one. Those of home are kept while their parts are the same: they are most of what is asked for, and
 * making one takes ten times as long as sending it.
 */
export function createPageComposer(built: string): (parts: PageParts) => TaggedText {
  const kept = new LRUCache<string, { said: string; answers: string | null; page: TaggedText }>({ max: MOST_KEPT });

  function compose({ origin, brand, description, answers }: PageParts): TaggedText {
    return tagged(withFirstAnswers(describedPage(brandPage(built, brand), description, origin), answers));
  }

  return (parts) => {
    const { path, origin, brand, description, answers } = parts;
    if (!isHome(path)) return compose(parts);
    const key = `${origin} ${path}`;
    const said = JSON.stringify([brand, description]);
    const last = kept.get(key);
    if (last?.said === said && last.answers === answers) return last.page;
    const page = compose(parts);
    kept.set(key, { said, answers, page });
    return page;
  };
}
