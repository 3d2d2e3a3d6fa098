import type { DataOf } from '#contract/call';
import type { home } from '#contract/calls/site';
import { comicPath } from '#contract/paths';
import type { Banner, Image, Section } from '#contract/shapes';
import { HERO_COVER_WIDTH } from '../screens/home/hero-cover-width.ts';
import { listShape } from '../screens/home/list-shape.ts';

/** A picture of the first screen and the element that waits for it. */
export type Drawn = {
  image: Image;
  element: HTMLImageElement;
  /** Where it is not known by layout yet. */
  width?: number;
  /** Where that is not known without layout. */
  mayBeOutOfView?: boolean;
};

type HomeParts = { answer: DataOf<typeof home>; banners: readonly Banner[]; withResume: boolean };

type Cards = { shape: 'grid' | 'row' | 'wide' | 'info'; list: Section['list'] };

/** The least that a title, and a card of each shape, add to the height: enough is drawn on any phone without laying it out for that. */
const TITLE = 68;
const LEAST = { grid: 60, wide: 65, info: 90, row: 180 };

/**
 * Draws into the frame what the home screen shows first, where the app will then show it; returns its pictures.
 * testing/e2e/comics/first-covers.test.ts measures that both agree.
 */
export function drawHome(place: Element, { answer, banners, withResume }: HomeParts): Drawn[] {
  const drawn: Drawn[] = [];
  const sections = answer.sections.filter(({ list }) => list.length > 0);
  place.replaceChildren();
  if (banners.length > 0) place.append(bannerRow(banners, drawn));
  if (withResume) place.append(box('frame-resume'));
  let height = 0;
  for (const [index, section] of sections.entries()) {
    if (height > screen.height) break;
    const [lead, ...rest] = section.list;
    const isHero = section.layout === 'hero' && lead !== undefined;
    const isAlone = isHero && index === 0 && rest.length === 0;
    const shape = listShape(section.layout, isHero ? rest.length : section.list.length);
    // Rows of a ranking are nothing but text for the most part.
    if (shape === 'rank') break;
    const parts: Element[] = isAlone ? [] : [box('frame-title', section.title)];
    if (isHero) parts.push(hero(lead, drawn));
    if (!isAlone) parts.push(cards({ shape, list: isHero ? rest : section.list }, drawn));
    const row = box(isAlone ? 'frame-lead' : 'frame-section');
    row.append(...parts);
    place.append(row);
    // Cards in a row stand beside each other, however many.
    height += TITLE + LEAST[shape] * (shape === 'row' ? 1 : section.list.length);
  }
  return drawn;
}

function bannerRow(banners: readonly Banner[], drawn: Drawn[]): Element {
  const row = box(banners.length > 1 ? 'frame-banners several' : 'frame-banners');
  // The next one peeks.
  for (const { image, title, link } of banners.slice(0, 2)) {
    const cell = picture('a', image, drawn);
    if (/^\/\w/.test(link)) cell.setAttribute('href', link);
    cell.append(box('frame-caption', title));
    row.append(cell);
  }
  return row;
}

function hero(comic: Section['list'][number], drawn: Drawn[]): Element {
  const cell = picture('a', comic.cover, drawn, HERO_COVER_WIDTH);
  cell.classList.add('frame-wide');
  cell.setAttribute('href', comicPath(comic.id));
  const words = box('');
  words.append(box('frame-hero-title', comic.title), box('frame-tagline', comic.tagline ?? comic.genres.join(' · ')));
  const caption = box('frame-caption');
  caption.append(picture('i', comic.cover, drawn), words);
  cell.append(caption);
  return cell;
}

function cards({ shape, list }: Cards, drawn: Drawn[]): Element {
  const row = box(shape === 'wide' ? 'frame-cards-wide' : `frame-${shape}`);
  for (const comic of list) {
    const card = document.createElement('a');
    card.href = comicPath(comic.id);
    card.tabIndex = -1;
    card.append(picture('i', comic.cover, drawn));
    if (shape !== 'info') card.append(box('frame-name', comic.title));
    row.append(card);
  }
  return row;
}

function picture(tag: 'a' | 'i', image: Image, drawn: Drawn[], width?: number): HTMLElement {
  const cell = document.createElement(tag);
  cell.className = 'frame-picture';
  cell.tabIndex = -1;
  cell.style.backgroundColor = image.color;
  const element = document.createElement('img');
  element.alt = '';
  element.draggable = false;
  if (image.focusY !== undefined) element.style.objectPosition = `50% ${image.focusY}%`;
  cell.append(element);
  drawn.push({ image, element, mayBeOutOfView: true, ...(width && { width }) });
  return cell;
}

function box(className: string, text = ''): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.textContent = text;
  return element;
}
