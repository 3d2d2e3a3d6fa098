import { createCookies } from '../runtime/session/cookies.ts';
import { deviceStorage } from '../runtime/storage/safe-storage.ts';
import { readStored } from '../runtime/storage/stored-json.ts';

type Reader = { id?: number; adult?: boolean; teen?: boolean };

/** Choices in the address of a listing, for which the server renders nothing. */
const CHOICES = /[?&](genre|type|day)=/;
const WIDE = '(min-width: 640px)';

/*
 * Attributes of the document:
 * - `data-rendered`, `data-rendered-at`: the path and the time of the screen in the page; set by the server.
 * - `data-frame`: that screen is not for this reader, so the frame is shown; the value says which parts of it.
 * - `data-words`: texts (class `words`) and marks on pictures (class `words-above`) are not painted yet, because laying out Chinese text would delay the first pictures.
 * - `data-known`: a comic is shown to a reader who may own chapters; what depends on that is hidden until the server has answered.
 * - `data-resume`: room is reserved for the card to read on.
 * - `data-night`, `data-theme`: the colours.
 */

/**
 * Runs in the head of the page, before its first paint: applies the chosen theme, and decides whether the screen that the server has
 * rendered is for this reader, at this address and on this screen. Otherwise a frame is shown until the app is there. The service
 * worker answers with the page of /home at other addresses too.
 */
function beforePaint({ dataset }: HTMLElement) {
  const { theme } = readStored<{ theme?: string }>(deviceStorage, 'settings') ?? {};
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  const path = location.pathname.replace(/\/+$/, '') || '/home';
  const [, screen = ''] = path.split('/');
  if (screen === 'chapter') startNight(dataset);
  const reader = readStored<Reader>(deviceStorage, 'userInfo') ?? {};
  const isComic = screen === 'comic';
  const isOtherForReader = reader.teen || (reader.adult && !isComic);
  const isOtherForScreen = screen === 'home' && matchMedia(WIDE).matches;
  if (dataset.rendered !== path || isOtherForReader || isOtherForScreen || CHOICES.test(location.search))
    dataset.frame = frameOf(screen);
  else {
    dataset.words = '';
    if (isComic && (reader.id || createCookies(document, false).token())) dataset.known = '';
  }
  if (deviceStorage.getItem('resume')) dataset.resume = '';
}

/** A reader with a theme of its own has it from the first frame on. `data-night` keeps it until the reader is there, see settings.ts. */
function startNight(dataset: DOMStringMap) {
  const night = readStored<{ device?: { night?: string } }>(deviceStorage, 'reader')?.device?.night;
  if (night !== 'on' && night !== 'off') return;
  dataset.theme = night === 'on' ? 'dark' : 'light';
  dataset.night = night;
}

/** Which parts of the app the frame shows. */
function frameOf(screen: string): string {
  if (screen === 'home') return screen;
  if (['weekly', 'new', 'complete', 'ranking', 'freesale'].includes(screen)) return 'listing';
  return ['free', 'library', 'giftbox', 'my'].includes(screen) ? 'main' : 'other';
}

beforePaint(document.documentElement);
