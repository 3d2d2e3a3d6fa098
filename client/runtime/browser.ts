import { offerSlow, toast } from '../notices.ts';
import { callEnded, callStarted, closeLogin, openLogin, useClientState } from '../state.ts';
import { timedFetch } from './clock/server-clock.ts';
import { fetchAfterRender } from './first-render.ts';
import { page } from './page.ts';
import { createCipher } from './send/cipher.ts';
import { NO_SESSION } from './send/exchange.ts';
import { createSend, type Send } from './send/send.ts';
import { createCookies } from './session/cookies.ts';
import { platformOf } from './session/platform.ts';
import { referrerHost } from './session/referrer.ts';
import { createSession } from './session/session.ts';
import { noteLostAccount } from './storage/lost-account.ts';
import { deviceStorage } from './storage/safe-storage.ts';
import { readStored, writeStored } from './storage/stored-json.ts';

declare const __API_KEY__: string;
declare const __API_IV__: string;

export const cookies = createCookies(page.document, page.location.protocol === 'https:');

/** The one fetch, in this browser. */
const sendAtOnce = createSend({
  fetch: fetchAfterRender(timedFetch),
  now: () => performance.now(),
  cipher: createCipher(__API_KEY__, __API_IV__),
  base: cookies.base,
  token: cookies.token,
  callStarted,
  callEnded,
  // Readers of downloads who open the app offline need no message about the network.
  toast: (message) =>
    (navigator.onLine || useClientState.getState().session === 'ready' || !deviceStorage.getItem('downloads')) &&
    toast(message),
  log: (message) => console.debug(message),
  handleLostSession: () => session.restartAfterLoss(),
  requestLogin,
  requestAgeConfirmation,
  offerSlow,
});

/**
 * A call that needs a session waits for it: the page shows the answers it carries, and can be tapped, before there is one. If the
 * start of the session has failed, a call of the reader starts it again. Without a session the call is not sent: the server
 * would answer that the session is lost, which leads away from the screen.
 */
export const send: Send = async (call, payload, options) => {
  if (call.who !== 'anyone') {
    const { session: state } = useClientState.getState();
    if (state === 'failed' && options?.background !== true) await session.start();
    else if (state === 'starting') await sessionBegun();
    if (useClientState.getState().session === 'failed' && cookies.token() === null) return NO_SESSION;
  }
  return sendAtOnce(call, payload, options);
};

function sessionBegun(): Promise<void> {
  return new Promise((resolve) => {
    const stop = useClientState.subscribe(({ session: state }) => {
      if (state === 'starting') return;
      stop();
      resolve();
    });
  });
}

let navigate = (path: string) => location.assign(path);

/** Sets the router's navigation; before that, a navigation loads the page again. */
export function setNavigate(way: (path: string) => void) {
  navigate = way;
}

/** Calls that wait for the login dialog to end. */
const waitingForLogin: ((loggedIn: boolean) => void)[] = [];
/** The address at which the session was lost. */
let pathAtLoss: string | null = null;

function requestLogin(): Promise<boolean> {
  openLogin();
  return new Promise((resolve) => waitingForLogin.push(resolve));
}

function resolveLogin(loggedIn: boolean) {
  const back = pathAtLoss;
  pathAtLoss = null;
  for (const resolve of waitingForLogin.splice(0)) resolve(loggedIn);
  if (loggedIn && back) navigate(back);
}

/** Calls that wait for the age dialog. */
const waitingForAge: ((confirmed: boolean) => void)[] = [];

function requestAgeConfirmation(): Promise<boolean> {
  useClientState.setState({ ageVisible: true });
  return new Promise((resolve) => waitingForAge.push(resolve));
}

/** Closes the age dialog: the calls that waited for it are repeated, or stay refused. */
export function resolveAgeConfirmation(confirmed: boolean) {
  useClientState.setState({ ageVisible: false });
  for (const resolve of waitingForAge.splice(0)) resolve(confirmed);
}

// Closing the dialog refuses the calls that wait for it.
useClientState.subscribe((now, before) => {
  if (before.loginVisible && !now.loginVisible) resolveLogin(false);
});

/**
 * The keys under which the device stores data of one reader. Settings, the search history and downloads belong to the device.
 * `resume` reserves the space of its card in the first frame, and the next reader replaces it.
 */
const OF_READER = ['userInfo', 'progress', 'unsent', 'comicSettings', 'comic', 'comicPictures', 'lastView', 'shelf'];

export const session = createSession({
  send: sendAtOnce,
  cookies,
  domain: page.location.hostname,
  u: new URLSearchParams(page.location.search).get('u')?.slice(0, 100) ?? null,
  referrer: referrerHost(page.document.referrer, page.location.hostname),
  platform: platformOf(page.navigator.userAgent, page.navigator.maxTouchPoints),
  setState: (state) => useClientState.setState({ session: state }),
  storeUser(userInfo) {
    useClientState.setState({ userInfo });
    writeStored(deviceStorage, 'userInfo', userInfo);
  },
  forgetUser() {
    noteLostAccount(useClientState.getState().userInfo);
    useClientState.setState({ userInfo: null });
    for (const key of OF_READER) deviceStorage.removeItem(key);
  },
  storeConfig(config) {
    useClientState.setState({ config });
    writeStored(deviceStorage, 'config', config);
  },
  setTopBanner: (topBanner) => useClientState.setState({ topBanner }),
  setBannerList: (bannerList) => useClientState.setState({ bannerList }),
  markBannersSettled: () => useClientState.setState({ bannersSettled: true }),
  openLogin,
  finishLogin() {
    resolveLogin(true);
    closeLogin();
  },
  goHome() {
    pathAtLoss ??= location.pathname + location.search + location.hash;
    navigate('/');
  },
});

useClientState.setState({
  userInfo: readStored(deviceStorage, 'userInfo', { id: 0, unread: { updates: 0 } }),
  config: readStored(deviceStorage, 'config', { site: { name: '' }, login: {}, coin: {} }),
});
