import type { ComicDetail } from '#contract/shapes';
import type { Drawn } from './draw-home.ts';

/** As wide as a phone's cover; the blurred one is the same picture. */
const COVER_WIDTH = 112;

/**
 * Draws the head of a comic into the frame, in the classes that the app itself draws it in: it can be seen once the sheets of the
 * screen are there. Gives its pictures; e2e/first-covers.test.ts measures that both agree.
 */
export function drawComic(place: Element, comic: ComicDetail): Drawn[] {
  const cover = { image: comic.cover, element: picture('size-full object-cover'), width: COVER_WIDTH };
  const behind = comic.wide
    ? { image: comic.wide, element: picture('absolute inset-0 size-full object-cover'), width: innerWidth }
    : { image: comic.cover, element: picture(''), width: COVER_WIDTH };
  const hero = box(`hero ${comic.wide ? 'hero-wide' : 'hero-blurred'}`, behind.element);
  hero.style.backgroundColor = behind.image.color;
  const words = box('about-words flex flex-col gap-1', box('text-xl leading-7 font-semibold', comic.title));
  if (comic.authors.length > 0) words.append(box('text-sm text-soft', comic.authors.join('、')));
  const top = box('about-top', box('about-cover inset-ring bg-sunken shadow-md', cover.element), words);
  place.append(hero, box('columns page-width', box('about', top)));
  return [cover, behind];
}

function picture(className: string): HTMLImageElement {
  const element = document.createElement('img');
  element.className = className;
  element.alt = '';
  return element;
}

function box(className: string, ...content: (Node | string)[]): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.append(...content);
  return element;
}
