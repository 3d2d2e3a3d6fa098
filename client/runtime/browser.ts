import { offerSlow, toast } from '../notices.ts';
import { callEnded, callStarted, closeLogin, openLogin, useClientState } from '../state.ts';
import { timedFetch } from './clock/server-clock.ts';
import { createCipher } from './send/cipher.ts';
import { createSend } from './send/send.ts';
import { createCookies } from './session/cookies.ts';
import { platformOf } from './session/platform.ts';
import { createSession } from './session/session.ts';
import { keep, readKept } from './storage/kept.ts';

declare const __API_KEY__: string;
declare const __API_IV__: string;

export const cookies = createCookies(document, location.protocol === 'https:');

/** The one fetch, in this browser. */
export const send = createSend({
  fetch: timedFetch,
  now: () => performance.now(),
  cipher: createCipher(__API_KEY__, __API_IV__),
  base: cookies.base,
  token: cookies.token,
  started: callStarted,
  ended: callEnded,
  toast,
  log: (message) => console.debug(message),
  sessionLost: () => session.lost(),
  loginNeeded,
  ageNeeded,
  slow: offerSlow,
});

let go = (path: string) => location.assign(path);

/** Hands over the router's way to an address; before there is one, the page is loaded anew. */
export function onGo(way: (path: string) => void) {
  go = way;
}

/** Calls that wait for the login dialog to end. */
const waiting: ((loggedIn: boolean) => void)[] = [];
/** Where the reader was when the session was lost. */
let lostAt: string | null = null;

function loginNeeded(): Promise<boolean> {
  openLogin();
  return new Promise((resolve) => waiting.push(resolve));
}

function loginEnded(loggedIn: boolean) {
  const back = lostAt;
  lostAt = null;
  for (const resolve of waiting.splice(0)) resolve(loggedIn);
  if (loggedIn && back) go(back);
}

/** Calls that wait for the reader to say whether they are of age. */
const waitingForAge: ((confirmed: boolean) => void)[] = [];

function ageNeeded(): Promise<boolean> {
  useClientState.setState({ ageVisible: true });
  return new Promise((resolve) => waitingForAge.push(resolve));
}

/** The reader has answered: what waited goes on, or stays refused. */
export function ageAnswered(confirmed: boolean) {
  useClientState.setState({ ageVisible: false });
  for (const resolve of waitingForAge.splice(0)) resolve(confirmed);
}

// Closing the dialog is an answer too.
useClientState.subscribe((now, before) => {
  if (before.loginVisible && !now.loginVisible) loginEnded(false);
});

export const session = createSession({
  send,
  cookies,
  domain: location.hostname,
  u: new URLSearchParams(location.search).get('u')?.slice(0, 100) ?? null,
  platform: platformOf(navigator.userAgent, navigator.maxTouchPoints),
  state: (state) => useClientState.setState({ session: state }),
  keepUser(userInfo) {
    useClientState.setState({ userInfo });
    keep(localStorage, 'userInfo', userInfo);
  },
  forgetUser() {
    useClientState.setState({ userInfo: null });
    for (const key of ['userInfo', 'progress']) localStorage.removeItem(key);
  },
  keepConfig(config) {
    useClientState.setState({ config });
    keep(localStorage, 'config', config);
  },
  keepTopBanner: (topBanner) => useClientState.setState({ topBanner }),
  keepBannerList: (bannerList) => useClientState.setState({ bannerList }),
  bannersSettled: () => useClientState.setState({ bannersSettled: true }),
  openLogin,
  loggedIn() {
    loginEnded(true);
    closeLogin();
  },
  goHome() {
    lostAt ??= location.pathname + location.search + location.hash;
    go('/');
  },
});

useClientState.setState({ userInfo: readKept(localStorage, 'userInfo'), config: readKept(localStorage, 'config') });
