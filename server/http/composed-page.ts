import { LRUCache } from 'lru-cache';
import { paths } from '#contract/paths';
import type { Brand } from '../modules/editorial/editorial.ts';
import type { PageDescription } from '../pages/share/describe-page.ts';
import { brandPage, OWN_NAME } from './branded-page.ts';
import type { BuiltPage } from './built-page.ts';
import { isHome, withFirstAnswers } from './first-answers.ts';
import { describedPage } from './head.ts';
import type { RenderedScreen, RenderedScreens } from './rendered-screens.ts';
import { type TaggedText, tagged } from './send-text.ts';

/** The parts of a page besides the built one. `answers`: of its first screen. `description`: `null` for the page of the service worker. */
export type PageParts = {
  path: string;
  /** Whether the address names a genre or another choice, for which nothing is rendered. */
  isChosen: boolean;
  origin: string;
  brand: Brand;
  description: PageDescription | null;
  answers: string | null;
};

export type PageComposer = {
  page(parts: PageParts): Promise<TaggedText>;
  /** The page of a path with the frame alone, for which nothing is looked up. */
  bare(path: string): Promise<string>;
};

/** Home has three paths, and the site may have several host names. */
const MOST_KEPT = 20;
export const ROOT = '<div id="root"></div>';
const FRAME_MARK =
  '<div class="frame-mark"><svg viewBox="0 0 24 24" width="24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M5 16c1-6 3.5-10 7-10s6 4 7 10M12 6v10M3 19.5c1.5 0 1.5 1 3 1s1.5-1 3-1 1.5 1 3 1 1.5-1 3-1 1.5 1 3 1 1.5-1 3-1"/></svg></div>';

/**
 * Makes pages from the built one. Pages of home are cached while their parts are the same: most requests are for them, and making
 * one takes ten times as long as sending it.
 */
export function createPageComposer(built: BuiltPage, screens: RenderedScreens): PageComposer {
  type CachedPage = { inputs: string; answers: string | null; screen: RenderedScreen | null; page: TaggedText };
  const kept = new LRUCache<string, CachedPage>({ max: MOST_KEPT });

  function compose({ path, origin, brand, description, answers }: PageParts, body: Body): TaggedText {
    const branded = brandPage(withBody(built(path), body), brand);
    const described = description ? describedPage(branded, description, origin) : branded;
    return tagged(withFirstAnswers(described, answers));
  }

  const bare = async (path: string) =>
    withBody(built(path), { path, screen: null, frame: await screens.frame(OWN_NAME) });

  const page = async (parts: PageParts) => {
    const { path, isChosen, origin, brand, description, answers } = parts;
    const screenPath = isHome(path) ? paths.home : path;
    const isRendered = answers !== null && !isChosen && !path.startsWith('/chapter/');
    const screen = isRendered ? await screens.screen(screenPath, brand.name, answers) : null;
    const body = { path: screenPath, screen, frame: await screens.frame(brand.name) };
    if (!isHome(path)) return compose(parts, body);
    const key = `${origin} ${path}`;
    const inputs = JSON.stringify([brand, description]);
    const last = kept.get(key);
    if (last?.inputs === inputs && last.answers === answers && last.screen === screen) return last.page;
    const made = compose(parts, body);
    kept.set(key, { inputs, answers, screen, page: made });
    return made;
  };
  return { page, bare };
}

type Body = { path: string; screen: RenderedScreen | null; frame: string };

/** The page with its screen, and with the frame for readers who must not see that screen. */
function withBody(page: string, { path, screen, frame }: Body): string {
  const framed = `<div class="frame" inert>${frame}${FRAME_MARK}</div>`;
  if (!screen) return page.replace(ROOT, () => `<div id="root">${framed}</div>`);
  return page
    .replace('<html ', () => `<html data-rendered="${path}" data-rendered-at="${screen.at}" `)
    .replace(ROOT, () => `<div id="root">${screen.html}</div>\n    <template id="frame">${framed}</template>`);
}
