import { offerSlow, toast } from '../notices.ts';
import { callEnded, callStarted, openLogin, useClientState } from '../state.ts';
import { createCipher } from './cipher.ts';
import { createCookies } from './cookies.ts';
import { keep, readKept } from './kept.ts';
import { platformOf } from './platform.ts';
import { createSend } from './send.ts';
import { createSession } from './session.ts';

declare const __API_KEY__: string;
declare const __API_IV__: string;

export const cookies = createCookies(document, location.protocol === 'https:');

/** The one fetch, in this browser. */
export const send = createSend({
  fetch: (url, init) => fetch(url, init),
  now: () => performance.now(),
  cipher: createCipher(__API_KEY__, __API_IV__),
  base: cookies.base,
  token: cookies.token,
  started: callStarted,
  ended: callEnded,
  toast,
  log: (message) => console.debug(message),
  sessionLost: () => session.lost(),
  loginNeeded: openLogin,
  slow: offerSlow,
});

let goHome = () => location.assign('/');

/** Hands over the router's way to `/`; before there is one, the page is loaded anew. */
export function onGoHome(go: () => void) {
  goHome = go;
}

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
  keepConfig(config) {
    useClientState.setState({ config });
    keep(localStorage, 'config', config);
  },
  keepTopBanner: (topBanner) => useClientState.setState({ topBanner }),
  keepBannerList: (bannerList) => useClientState.setState({ bannerList }),
  bannersSettled: () => useClientState.setState({ bannersSettled: true }),
  openLogin,
  goHome: () => goHome(),
});

useClientState.setState({ userInfo: readKept(localStorage, 'userInfo'), config: readKept(localStorage, 'config') });
