import type { FirstPictures } from '../runtime/images/first-pictures.ts';
import { readStored } from '../runtime/storage/stored-json.ts';
import { drawHome } from './draw-home.ts';
import { readFirstAnswers } from './first-answers.ts';
import { loadFirstPicture } from './load-first-picture.ts';

/** How many pictures may still be on their way when the app is asked for, whose code then shares the line with them. */
const PICTURES_LEFT = 2;
const LONGEST_WAIT_MS = 2500;
/** The frame has one shape; wider screens and those held sideways get another. */
const PHONE = '(max-width: 639.98px) and (min-height: 480.02px)';

/** Runs in the page, before the app: draws what the page has brought with it, loads its pictures, and then the app. */
function start() {
  let left = 0;
  const pictures: FirstPictures = new Map();
  const oneLess = () => {
    left -= 1;
    if (left === PICTURES_LEFT) fetchApp();
    // The pictures are to be seen before the app takes the processor.
    if (left === 0) requestAnimationFrame(() => requestAnimationFrame(startApp));
  };
  for (const { image, element } of drawFirst()) {
    left += 1;
    loadFirstPicture(pictures, image, element).then(oneLess, oneLess);
  }
  globalThis.firstPictures = pictures;
  if (left === 0) return startApp();
  if (left <= PICTURES_LEFT) fetchApp();
  setTimeout(startApp, LONGEST_WAIT_MS);
}

function drawFirst() {
  const place = document.querySelector('.frame-home');
  if (!place || document.documentElement.dataset.frame !== 'home' || !matchMedia(PHONE).matches) return [];
  const user = readStored<{ adult?: boolean; teen?: boolean }>(localStorage, 'userInfo');
  // The page has what anybody may see: these readers are shown more, or less.
  if (user?.adult || user?.teen) return [];
  const answers = readFirstAnswers(document);
  return answers ? drawHome(place, answers, { withResume: localStorage.getItem('resume') !== null }) : [];
}

/** The app waits in a template, where it does nothing. In development it is not there, and starts by itself. */
const findApp = () => document.querySelector<HTMLTemplateElement>('template#app');

function startApp() {
  const app = findApp();
  app?.replaceWith(app.content);
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
