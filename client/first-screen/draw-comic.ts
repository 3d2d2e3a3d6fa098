import type { ComicDetail } from '#contract/shapes';
import type { Drawn } from './draw-home.ts';

/** As wide as a phone's cover; the blurred one is the same picture. */
const COVER_WIDTH = 112;

/**
 * Draws the head of a comic into the frame, in the classes of `comic-head.css`, which the page bears and in which the app itself
 * draws it. Gives its pictures; testing/e2e/comics/first-covers.test.ts measures that both agree.
 */
export function drawComic(place: Element, comic: ComicDetail): Drawn[] {
  const cover = { image: comic.cover, element: picture(), width: COVER_WIDTH };
  const behind = comic.wide
    ? { image: comic.wide, element: picture(), width: innerWidth }
    : { image: comic.cover, element: picture(), width: COVER_WIDTH };
  const hero = box(`hero ${comic.wide ? 'hero-wide' : 'hero-blurred'}`, behind.element);
  hero.style.backgroundColor = behind.image.color;
  const words = box('about-words', box('about-title', comic.title));
  if (comic.authors.length > 0) words.append(box('about-authors', comic.authors.join('、')));
  const top = box('about-top', box('about-cover inset-ring bg-sunken shadow-md', cover.element), words);
  place.append(hero, box('columns', box('about', top)));
  return [cover, behind];
}

function picture(): HTMLImageElement {
  const element = document.createElement('img');
  element.alt = '';
  return element;
}

function box(className: string, ...content: (Node | string)[]): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.append(...content);
  return element;
}
