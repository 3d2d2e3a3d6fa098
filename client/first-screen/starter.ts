import type { ChapterView } from '../features/navigation/last-view/last-view.ts';
import { keptPictures } from '../features/pictures/kept-pictures/kept-pictures.ts';
import { readStored } from '../runtime/storage/stored-json.ts';
import { drawView, firstViewOf } from './draw-chapter.ts';
import { drawComic } from './draw-comic.ts';
import { type Drawn, drawHome } from './draw-home.ts';
import { type KnownAnswers, knownAnswers } from './first-answers.ts';
import { beginPicture, type Loaded, loadFirstPicture } from './load-first-picture.ts';

/** The app's code is requested when at most so many pictures are still loading. It then shares the connection with them. */
const PICTURES_LEFT = 2;
const LONGEST_WAIT_MS = 2500;
/** Stored pictures are loaded within this time. */
const WORDS_WAIT_MS = 400;
const AT_ONCE = 3;
/** The frame is drawn for this size only. Other screens wait for the app. */
const PHONE = '(max-width: 639.98px) and (min-height: 480.02px)';

/** The width of a chapter's picture in the app. */
const THUMB_WIDTH = 80;
/** Visible chapters below the comic's header. */
const ROWS_IN_VIEW = 5;

/** Requests pictures below the drawn ones, after these have loaded. */
let beginBelow: () => void = () => undefined;

/** Runs in the page before the app: draws the answers of the page, loads their pictures, and then the app. */
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
    // Further requests run in separate tasks, because this task is already the longest.
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
    // Stored pictures are painted without an extra layout. Of the others few are visible.
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

/** All are measured before the first is shown. Otherwise the page would need another layout. */
function measured(each: Drawn): Drawn {
  return { ...each, width: each.width ?? each.element.getBoundingClientRect().width };
}

function isInView({ element, mayBeOutOfView }: Drawn): boolean {
  if (!mayBeOutOfView) return true;
  const { top, left } = element.getBoundingClientRect();
  return top < innerHeight && left < innerWidth;
}

const afterPaint = (work: () => void) => requestAnimationFrame(() => requestAnimationFrame(work));

/** Shows the texts. Returns true if they were hidden. */
function showWords(): boolean {
  const { dataset } = document.documentElement;
  const areLater = dataset.words !== undefined;
  delete dataset.words;
  return areLater;
}

/** Draws home, a comic or a chapter and returns its pictures. */
function drawFirst(loaded: Loaded): Drawn[] {
  const answers = knownAnswers();
  const { frame } = document.documentElement.dataset;
  const place = document.querySelector('.frame-home');
  if (frame !== 'home' || !place) return openShared(loaded, answers);
  if (!answers.home || !matchMedia(PHONE).matches) return [];
  const user = readStored<{ adult?: boolean; teen?: boolean }>(localStorage, 'userInfo');
  // The page contains the answers for readers of unknown age. These readers get other ones.
  if (user?.adult || user?.teen) return [];
  const withResume = localStorage.getItem('resume') !== null;
  return drawHome(place, { answer: answers.home, banners: answers.banners?.['1'] ?? [], withResume });
}

function openShared(loaded: Loaded, { comic, chapter, view: kept }: KnownAnswers): Drawn[] {
  const mark = document.querySelector('.frame-mark');
  if (!mark || !findApp()) return [];
  const view = kept ?? (chapter && matchMedia(PHONE).matches && firstViewOf(chapter));
  if (view) return openChapter(loaded, mark, view);
  // The app draws it, but its first picture is loaded from here.
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

/** The first picture is loaded alone. Those below it are loaded with the app, unless it has started already. */
function openChapter(loaded: Loaded, mark: Element, view: ChapterView): Drawn[] {
  const [first, ...others] = drawView(mark, view);
  if (!first) return [];
  const loadOthers = () => {
    for (const one of findApp() ? others : []) loadFirstPicture(loaded, one).catch(() => undefined);
  };
  // After the paint, because the requests would delay it.
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

/** The app is in a template, which does not run. In development there is no template. */
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

/** Links to further files of this screen, which the app would request only when it runs. */
function screenLinks(kind: 'style' | ''): HTMLLinkElement[] {
  const screen = location.pathname.split('/')[1];
  const links = findApp()?.content.querySelectorAll('link') ?? [];
  return [...links].filter((link) => link.as === kind && link.dataset.screen === screen);
}

/** Requests the code of the app and of the screen before the app runs. */
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
  // The app works without the starter.
  showWords();
  startApp();
}
