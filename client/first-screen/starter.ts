import { keptPictures } from '../features/kept-pictures/kept-pictures.ts';
import type { Sight } from '../features/kept-sight/kept-sight.ts';
import { readStored } from '../runtime/storage/stored-json.ts';
import { drawSight, firstSightOf } from './draw-chapter.ts';
import { drawComic } from './draw-comic.ts';
import { type Drawn, drawHome } from './draw-home.ts';
import { type KnownAnswers, knownAnswers } from './first-answers.ts';
import { beginPicture, type Loaded, loadFirstPicture } from './load-first-picture.ts';

/** How many pictures may still be on their way when the app is asked for, whose code then shares the line with them. */
const PICTURES_LEFT = 2;
const LONGEST_WAIT_MS = 2500;
/** What is kept has come by then. */
const WORDS_WAIT_MS = 400;
const AT_ONCE = 3;
/** The frame has one shape; wider screens and those held sideways get another. */
const PHONE = '(max-width: 639.98px) and (min-height: 480.02px)';

/** As wide as the app draws the picture of a chapter. */
const THUMB_WIDTH = 80;
/** How many chapters are in view below what is told of a comic. */
const ROWS_IN_VIEW = 5;

/** Asks for pictures below those that are drawn, once these have had the line for themselves. */
let beginBelow: () => void = () => undefined;

/** Runs in the page, before the app: draws what the page has brought with it, loads its pictures, and then the app. */
function start() {
  const loaded: Loaded = { pictures: new Map(), kept: keptPictures(location.pathname) };
  let left = 0;
  let enough = 0;
  const oneLess = () => {
    left -= 1;
    if (left === enough) fetchApp();
    // The pictures are to be seen before the words and the app take the processor.
    if (left === 0)
      afterPaint(() => {
        beginBelow();
        return showWords() ? afterPaint(startApp) : startApp();
      });
  };
  globalThis.firstPictures = loaded.pictures;
  const drawn = drawFirst(loaded);
  const load = (each: Drawn) => loadFirstPicture(loaded, each).then(oneLess, oneLess);
  const isKept = ({ image }: Drawn) => image.url in loaded.kept;
  const loadOthers = () => {
    const others = drawn.filter((each) => !isKept(each) && isInView(each)).map(measured);
    left += others.length;
    enough = Math.min(PICTURES_LEFT, left - 1);
    // Those that the line has no room for yet are asked for in tasks of their own: this one is the longest as it is.
    for (const [at, each] of others.entries()) {
      if (at < AT_ONCE) void load(each);
      else setTimeout(load, 0, each);
    }
  };
  for (const each of drawn.filter(isKept)) {
    left += 1;
    void load({ ...each, width: loaded.kept[each.image.url]?.width ?? 0 });
  }
  if (left === 0) loadOthers();
  else {
    // What is kept is painted without being laid out before; of the others few are in view.
    left += 1;
    setTimeout(() => {
      loadOthers();
      oneLess();
    });
  }
  if (left === 0) {
    showWords();
    fetchApp();
    return startApp();
  }
  if (document.documentElement.dataset.words === 'later') setTimeout(showWords, WORDS_WAIT_MS);
  else afterPaint(showWords);
  setTimeout(startApp, LONGEST_WAIT_MS);
}

/** All are measured before the first is shown, after which the page would have to be laid out once more. */
function measured(each: Drawn): Drawn {
  return { ...each, width: each.width ?? each.element.getBoundingClientRect().width };
}

function isInView({ element, mayBeOutOfView }: Drawn): boolean {
  if (!mayBeOutOfView) return true;
  const { top, left } = element.getBoundingClientRect();
  return top < innerHeight && left < innerWidth;
}

const afterPaint = (work: () => void) => requestAnimationFrame(() => requestAnimationFrame(work));

/** True where they were not shown yet. */
function showWords(): boolean {
  const { dataset } = document.documentElement;
  const areLater = dataset.words !== undefined;
  delete dataset.words;
  return areLater;
}

/** Draws home, or the head of a comic, and gives the pictures there; begins to load those that the app will draw below. */
function drawFirst(loaded: Loaded): Drawn[] {
  const answers = knownAnswers();
  const { frame } = document.documentElement.dataset;
  const place = document.querySelector('.frame-home');
  if (frame !== 'home' || !place) return openShared(loaded, answers);
  if (!answers.home || !matchMedia(PHONE).matches) return [];
  const user = readStored<{ adult?: boolean; teen?: boolean }>(localStorage, 'userInfo');
  // The page has what anybody may see: these readers are shown more, or less.
  if (user?.adult || user?.teen) return [];
  const withResume = localStorage.getItem('resume') !== null;
  return drawHome(place, { answer: answers.home, banners: answers.banners?.['1'] ?? [], withResume });
}

function openShared(loaded: Loaded, { comic, chapter, sight: kept }: KnownAnswers): Drawn[] {
  const mark = document.querySelector('.frame-mark');
  if (!mark || !findApp()) return [];
  const sight = kept ?? (chapter && matchMedia(PHONE).matches && firstSightOf(chapter));
  if (sight) return openChapter(loaded, mark, sight);
  // Drawn by the app alone, but it finds the picture there, or on its way.
  if (chapter) beginFirstPage(loaded, chapter);
  if (!comic) return [];
  const place = document.createElement('div');
  place.className = 'frame-comic';
  mark.replaceWith(place);
  const drawn = drawComic(place, comic);
  beginBelow = () => {
    for (const { thumb } of comic.chapters.slice(0, ROWS_IN_VIEW))
      if (thumb) beginPicture(loaded, thumb, THUMB_WIDTH).catch(() => undefined);
  };
  return drawn;
}

/** The first picture has the line for itself; those below it come with the app, if that has not begun without them. */
function openChapter(loaded: Loaded, mark: Element, sight: Sight): Drawn[] {
  const [first, ...others] = drawSight(mark, sight);
  if (!first) return [];
  const loadOthers = () => {
    for (const one of findApp() ? others : []) loadFirstPicture(loaded, one).catch(() => undefined);
  };
  // Not before it is painted: asking for them would keep it waiting.
  beginPicture(loaded, first.image, innerWidth).then(
    () => requestAnimationFrame(() => setTimeout(loadOthers)),
    () => undefined,
  );
  return [first];
}

function beginFirstPage(loaded: Loaded, { pages: [page] }: NonNullable<KnownAnswers['chapter']>) {
  if (page)
    beginPicture(loaded, { ...page, url: page.pieces?.[0]?.url ?? page.url }, innerWidth).catch(() => undefined);
}

/** The app waits in a template, where it does nothing. In development it is not there, and starts by itself. */
const findApp = () => document.querySelector<HTMLTemplateElement>('template#app');

function startApp() {
  const app = findApp();
  const sheet = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][media]');
  if (!app || !sheet) return;
  sheet.removeAttribute('media');
  const run = () => {
    for (const link of app.content.querySelectorAll('link')) link.remove();
    app.replaceWith(app.content);
  };
  if (sheet.sheet) return run();
  sheet.onload = sheet.onerror = run;
}

/** What this screen needs beside the first file, of which the app would learn only when it runs. */
function screenLinks(kind: 'style' | ''): HTMLLinkElement[] {
  const screen = location.pathname.split('/')[1];
  const links = findApp()?.content.querySelectorAll('link') ?? [];
  return [...links].filter((link) => link.as === kind && link.dataset.screen === screen);
}

/** Asks for the code of the app, and of the screen, before it runs. */
function fetchApp() {
  const script = findApp()?.content.querySelector('script');
  if (!script) return;
  const app = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: script.src });
  app.crossOrigin = script.crossOrigin;
  document.head.append(app, ...screenLinks('style'), ...screenLinks(''));
}

try {
  start();
} catch {
  // The app does without.
  showWords();
  startApp();
}
