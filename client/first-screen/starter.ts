import type { PictureNote } from '../features/pictures/lazy-image/picture-note.ts';
import { storedPictures } from '../features/pictures/stored-pictures/stored-pictures.ts';
import type { ChapterView } from '../features/reading/progress/last-view.ts';
import type { FirstPictures } from '../runtime/images/first-pictures.ts';
import { drawChapter } from './draw-chapter.ts';
import { offerReload } from './failed-app.ts';
import { firstChapter } from './first-answers.ts';
import { noteFirstTaps } from './first-tap.ts';
import { beginPicture, type FirstImage, loadFirstPicture } from './load-first-picture.ts';

/*
 * How a page comes to the screen:
 * 1. `http/composed-page.ts` writes the screen that the server has rendered (`client/entry-server.tsx`), the frame and the answers.
 * 2. `before-paint.ts`, in the head, decides whether this reader sees the rendered screen or the frame. The result is
 *    in attributes of the document.
 * 3. This script, at the end of the page, loads the pictures in view, and then the app.
 * 4. `main.tsx` makes the answers the data of the first render (`adopt-first-answers.ts`), starts the session and hydrates.
 */

/** The app's code is requested when at most this many pictures are still loading. It then shares the connection with them. */
const PICTURES_LEFT = 2;
const LONGEST_WAIT_MS = 2500;
/** Pictures on the device are painted within this time. */
const WORDS_WAIT_MS = 400;
const AT_ONCE = 3;

/** Runs at the end of the page, before the app: loads the pictures in view, and then the app. */
function start() {
  const pictures: FirstPictures = new Map();
  globalThis.firstPictures = pictures;
  for (const [url, stored] of Object.entries(storedPictures(location.pathname)))
    pictures.set(url, { ready: Promise.resolve(stored.source), isStored: true, isShown: false, ...stored });
  let left = 0;
  let enough = 0;
  const oneLess = () => {
    left -= 1;
    if (left === enough) fetchApp();
    // The texts and the app would delay the paint of the pictures.
    if (left === 0)
      afterPaint(() => {
        showWords();
        afterPaint(startApp);
      });
  };
  const load = (each: FirstImage) => void loadFirstPicture(pictures, each).then(oneLess, oneLess);
  const stored = storedImages(pictures);
  const loadOthers = () => {
    const others = firstImages(pictures);
    left += others.length;
    enough = Math.min(PICTURES_LEFT, left - 1);
    // Further requests run in separate tasks, because this task is already the longest.
    for (const [at, each] of others.entries()) {
      if (at < AT_ONCE) load(each);
      else setTimeout(load, 0, each);
    }
  };
  if (stored.length === 0) {
    loadOthers();
    // After the last request.
    if (left > 0 && isReturning()) setTimeout(showWords, WORDS_WAIT_MS);
    else setTimeout(() => afterPaint(showWords));
  } else {
    left = stored.length + 1;
    for (const each of stored) load(each);
    // Kept pictures are painted before the first layout for others.
    setTimeout(() => {
      loadOthers();
      oneLess();
    });
    setTimeout(showWords, WORDS_WAIT_MS);
  }
  if (left === 0) {
    fetchApp();
    return startApp();
  }
  setTimeout(startApp, LONGEST_WAIT_MS);
}

/** Whether the pictures are likely to be in the browser's cache. They are then painted before the texts. */
const isReturning = () => Boolean(navigator.serviceWorker?.controller);

function showWords() {
  delete document.documentElement.dataset.words;
}

const afterPaint = (work: () => void) => requestAnimationFrame(() => requestAnimationFrame(work));

/** The pictures in view of the rendered screen, or the first one of the chapter. */
function firstImages(pictures: FirstPictures): FirstImage[] {
  const { dataset } = document.documentElement;
  if (dataset.frame === undefined) return renderedImages(pictures);
  showFrame();
  const place = document.querySelector('.frame-mark');
  const chapter = place && findApp() && firstChapter();
  return chapter ? openChapter(pictures, place, chapter) : [];
}

/** The first picture is loaded alone. Those below it are loaded with the app, unless it has started already. */
function openChapter(pictures: FirstPictures, place: Element, chapter: ChapterView): FirstImage[] {
  const [first, ...others] = drawChapter(place, chapter);
  if (!first) {
    beginFirstPage(pictures, chapter);
    return [];
  }
  const loadOthers = () => {
    for (const one of findApp() ? others : []) loadFirstPicture(pictures, one).catch(() => undefined);
  };
  // After the paint, because the requests would delay it.
  beginPicture(pictures, first.image, first.width).then(
    () => requestAnimationFrame(() => setTimeout(loadOthers)),
    () => undefined,
  );
  return [first];
}

/** The app draws the chapter. */
function beginFirstPage(pictures: FirstPictures, { pages: [page] }: ChapterView) {
  if (page)
    beginPicture(pictures, { ...page, url: page.pieces?.[0]?.url ?? page.url }, innerWidth).catch(() => undefined);
}

/** Replaces the HTML of the server, which is not for this reader. */
function showFrame() {
  const frame = document.querySelector<HTMLTemplateElement>('template#frame');
  if (frame) document.getElementById('root')?.replaceChildren(frame.content);
  delete document.documentElement.dataset.rendered;
}

/** Pictures beside the texts are left to the app. */
function pictureElements(): HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>('[data-rendered]:not([data-frame]) [data-picture]:not(.words *)');
  return [...all].filter(({ dataset }) => dataset.image === 'waiting');
}

// The server writes this by the same contract.
const noteOf = ({ dataset }: HTMLElement) => JSON.parse(dataset.picture ?? '') as PictureNote;

/** The stored pictures, anywhere on the page. */
function storedImages(pictures: FirstPictures): FirstImage[] {
  if (pictures.size === 0) return [];
  return pictureElements().flatMap((element) => {
    const image = noteOf(element);
    const stored = pictures.get(image.url);
    return stored ? [{ image, element, width: stored.width }] : [];
  });
}

/**
 * All are measured before the first is shown. Otherwise the page would need another layout. The picture behind a comic's cover is
 * several times as large as the cover, so it is requested after it.
 */
function renderedImages(pictures: FirstPictures): FirstImage[] {
  const isBackground = (element: HTMLElement) => !(element instanceof HTMLImageElement);
  const elements = pictureElements().toSorted((a, b) => Number(isBackground(a)) - Number(isBackground(b)));
  return elements.flatMap((element) => {
    const { shown, ...image } = noteOf(element);
    // It is shown in a moment.
    if (pictures.get(image.url)?.isStored) return [];
    const { top, left, width } = element.getBoundingClientRect();
    return width > 0 && top < innerHeight && left < innerWidth ? [{ image, element, width: shown ?? width }] : [];
  });
}

/** The app is in a template, which does not run. In development there is no template. */
const findApp = () => document.querySelector<HTMLTemplateElement>('template#app');

function startApp() {
  const script = findApp()?.content.querySelector('script');
  if (script) findApp()?.replaceWith(script);
}

/** Requests the code of the app and of the screen before the app runs. */
function fetchApp() {
  const app = findApp()?.content;
  const script = app?.querySelector('script');
  if (!app || !script) return;
  const hint = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: script.src });
  hint.crossOrigin = script.crossOrigin;
  const screen = location.pathname.split('/')[1];
  document.head.append(hint, ...app.querySelectorAll(`link[data-screen~="${screen}"]`));
}

try {
  offerReload(document);
  noteFirstTaps(document);
  start();
} catch {
  // The app works without the starter.
  showWords();
  startApp();
}
