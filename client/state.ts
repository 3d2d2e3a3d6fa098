import { create } from 'zustand';
import type { Banner, Config, UserInfo } from '#contract/shapes';

/** The state that all screens share. The first eight names come from the specification. */
export type ClientState = {
  /** The number of running foreground calls. */
  counter: number;
  loading: boolean;
  loginVisible: boolean;
  userInfo: UserInfo | null;
  config: Config | null;
  /** Slot 1. */
  topBanner: Banner[];
  /** Slots 1 to 13, keyed by their number. */
  bannerList: Record<string, Banner[]>;
  /** The banners of running events, from the last answer. */
  eventBannerList: Banner[];
  /** The title of the login dialog, with the reason for the login; null = 登录. */
  loginFor: string | null;
  /** Whether the age dialog is open. */
  ageVisible: boolean;
  /** Whether the banners have been fetched, with or without success. */
  bannersSettled: boolean;
  /** Whether calls that need a session may be sent. */
  session: 'starting' | 'ready' | 'failed';
  /** The full path to go back to from a comic's detail. */
  backPath: string | null;
};

export const useClientState = create<ClientState>(() => ({
  counter: 0,
  loading: false,
  loginVisible: false,
  userInfo: null,
  config: null,
  topBanner: [],
  bannerList: {},
  eventBannerList: [],
  loginFor: null,
  ageVisible: false,
  bannersSettled: false,
  session: 'starting',
  backPath: null,
}));

/** Sets the state of the first render. React reads it from the initial state, on the server and during hydration. */
export function setFirstState(known: Partial<ClientState>) {
  Object.assign(useClientState.getInitialState(), known);
  useClientState.setState(known);
}

/** A foreground call begins. */
export function callStarted() {
  useClientState.setState((state) => ({ counter: state.counter + 1, loading: true }));
}

/** A foreground call has ended. A failed one clears the loading flag even if other calls are running. */
export function callEnded(failed: boolean) {
  useClientState.setState((state) => {
    const counter = Math.max(0, state.counter - 1);
    return { counter, loading: !failed && state.loading && counter > 0 };
  });
}

export function openLogin() {
  openLoginFor(null);
}

/** Opens the login with the reason for it as its title. */
export function openLoginFor(loginFor: string | null) {
  useClientState.setState({ loginVisible: true, loginFor });
}

export function closeLogin() {
  useClientState.setState({ loginVisible: false });
}
