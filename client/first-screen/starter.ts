import type { Image } from '#contract/shapes';
import type { FirstPictures } from '../runtime/images/first-pictures.ts';
import { readStored } from '../runtime/storage/stored-json.ts';
import { type Drawn, drawHome } from './draw-home.ts';
import { type FirstAnswers, knownAnswers } from './first-answers.ts';
import { beginPicture, fetchPicture, loadFirstPicture } from './load-first-picture.ts';

/** How many pictures may still be on their way when the app is asked for, whose code then shares the line with them. */
const PICTURES_LEFT = 2;
const LONGEST_WAIT_MS = 2500;
/** The frame has one shape; wider screens and those held sideways get another. */
const PHONE = '(max-width: 639.98px) and (min-height: 480.02px)';

/** As wide as the app draws them on a phone. */
const COVER_WIDTH = 112;
const THUMB_WIDTH = 80;
/** How many chapters are in view below what is told of a comic. */
const ROWS_IN_VIEW = 5;

/** Runs in the page, before the app: draws what the page has brought with it, loads its pictures, and then the app. */
function start() {
  fetchScreen();
  let left = 0;
  const pictures: FirstPictures = new Map();
  const oneLess = () => {
    left -= 1;
    if (left === PICTURES_LEFT) fetchApp();
    // The pictures are to be seen before the app takes the processor.
    if (left === 0) requestAnimationFrame(() => requestAnimationFrame(startApp));
  };
  globalThis.firstPictures = pictures;
  for (const { image, element } of drawFirst(pictures)) {
    left += 1;
    loadFirstPicture(pictures, image, element).then(oneLess, oneLess);
  }
  if (left === 0) return startApp();
  if (left <= PICTURES_LEFT) fetchApp();
  setTimeout(startApp, LONGEST_WAIT_MS);
}

/** Draws home and gives its pictures; of a shared comic or chapter, begins to load those that the app will draw. */
function drawFirst(pictures: FirstPictures): Drawn[] {
  const answers = knownAnswers();
  const { frame } = document.documentElement.dataset;
  if (frame !== 'home') {
    loadForApp(pictures, answers);
    return [];
  }
  const place = document.querySelector('.frame-home');
  if (!place || !answers.home || !matchMedia(PHONE).matches) return [];
  const user = readStored<{ adult?: boolean; teen?: boolean }>(localStorage, 'userInfo');
  // The page has what anybody may see: these readers are shown more, or less.
  if (user?.adult || user?.teen) return [];
  const withResume = localStorage.getItem('resume') !== null;
  return drawHome(place, { answer: answers.home, banners: answers.banners?.['1'] ?? [], withResume });
}

function loadForApp(pictures: FirstPictures, { comic, chapter }: FirstAnswers) {
  const begin = (image: Image, width: number) => void beginPicture(pictures, image, width).catch(() => undefined);
  if (comic) {
    begin(comic.cover, COVER_WIDTH);
    if (comic.wide) begin(comic.wide, innerWidth);
    for (const { thumb } of comic.chapters.slice(0, ROWS_IN_VIEW)) if (thumb) begin(thumb, THUMB_WIDTH);
  }
  // The reader finds it in the cache of the browser, or on its way there.
  const page = chapter?.pages[0];
  if (page) fetchPicture(page.pieces?.[0]?.url ?? page.url).catch(() => undefined);
}

/** The app waits in a template, where it does nothing. In development it is not there, and starts by itself. */
const findApp = () => document.querySelector<HTMLTemplateElement>('template#app');

function startApp() {
  const app = findApp();
  app?.replaceWith(app.content);
}

/** Asks for the code of this screen at once: the app would learn of it only when it runs. */
function fetchScreen() {
  const screen = location.pathname.split('/')[1];
  for (const link of findApp()?.content.querySelectorAll('link') ?? []) {
    if (link.dataset.screen === screen) document.head.append(link);
    else link.remove();
  }
}

/** Asks for the code of the app before it runs. */
function fetchApp() {
  const script = findApp()?.content.querySelector('script');
  if (!script) return;
  const link = document.createElement('link');
  Object.assign(link, { rel: 'modulepreload', href: script.src, crossOrigin: script.crossOrigin });
  document.head.append(link);
}

try {
  start();
} catch {
  // The app does without.
  startApp();
}
