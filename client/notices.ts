import { create } from 'zustand';
import type { SlowCall } from './runtime/send/exchange.ts';

export const TOAST_MS = 2000;
export const NOTIFICATION_MS = 3000;

export type Notice = { id: number; kind: 'toast' | 'notification'; text: string; at: number };

type Notices = {
  shown: Notice[];
  slow: { id: number; call: SlowCall }[];
  /** The server has a newer version than the page. */
  newVersion: boolean;
};

export const useNotices = create<Notices>(() => ({ shown: [], slow: [], newVersion: false }));

let lastId = 0;
/** A toast shown just before a navigation belongs to it. */
const READ_MS = 500;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** Shows a short text for two seconds; one that is already shown stays for two more instead of appearing twice. */
export function toast(text: string) {
  show('toast', text, TOAST_MS);
}

/** Takes away the toasts that have been shown for so long: another screen is. */
export function clearToasts(shownMs = READ_MS) {
  const now = performance.now();
  useNotices.setState(({ shown }) => ({
    shown: shown.filter(({ kind, at }) => kind !== 'toast' || now - at < shownMs),
  }));
}

/** Shows news at the top of the page for three seconds. */
export function notify(text: string) {
  show('notification', text, NOTIFICATION_MS);
}

/** Offers to cancel or retry a call that takes long; the returned function withdraws the offer. */
export function offerSlow(call: SlowCall): () => void {
  lastId += 1;
  const id = lastId;
  useNotices.setState(({ slow }) => ({ slow: [...slow, { id, call }] }));
  return () => useNotices.setState(({ slow }) => ({ slow: slow.filter((one) => one.id !== id) }));
}

function show(kind: Notice['kind'], text: string, ms: number) {
  const twin = useNotices.getState().shown.find((one) => one.kind === kind && one.text === text);
  lastId += 1;
  const notice = twin ?? { id: lastId, kind, text, at: performance.now() };
  if (!twin) useNotices.setState(({ shown }) => ({ shown: [...shown, notice] }));
  clearTimeout(timers.get(notice.id));
  const end = () => {
    timers.delete(notice.id);
    useNotices.setState(({ shown }) => ({ shown: shown.filter((one) => one.id !== notice.id) }));
  };
  timers.set(notice.id, setTimeout(end, ms));
}
