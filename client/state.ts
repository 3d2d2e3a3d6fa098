import { create } from 'zustand';
import type { Banner, Config, UserInfo } from '#contract/shapes';

/** What every screen may need to know. The first eight names are the specification's. */
export type ClientState = {
  /** Foreground calls under way. */
  counter: number;
  loading: boolean;
  loginVisible: boolean;
  userInfo: UserInfo | null;
  config: Config | null;
  /** Slot 1. */
  topBanner: Banner[];
  /** Slots 1 to 13, keyed by their number. */
  bannerList: Record<string, Banner[]>;
  /** Banners of the events that ran when they were last listed. */
  eventBannerList: Banner[];
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
  ageVisible: false,
  bannersSettled: false,
  session: 'starting',
  backPath: null,
}));

/** Sets what the first render shows: React takes that from the initial state, on the server and while it hydrates. */
export function setFirstState(known: Partial<ClientState>) {
  Object.assign(useClientState.getInitialState(), known);
  useClientState.setState(known);
}

/** A foreground call begins. */
export function callStarted() {
  useClientState.setState((state) => ({ counter: state.counter + 1, loading: true }));
}

/** A foreground call is over; a failed one clears the loading flag whatever else is under way. */
export function callEnded(failed: boolean) {
  useClientState.setState((state) => {
    const counter = Math.max(0, state.counter - 1);
    return { counter, loading: !failed && state.loading && counter > 0 };
  });
}

export function openLogin() {
  useClientState.setState({ loginVisible: true });
}

export function closeLogin() {
  useClientState.setState({ loginVisible: false });
}
