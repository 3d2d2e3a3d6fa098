import { create } from 'zustand';
import { useClientState } from '../../state.ts';
import { page } from '../page.ts';
import { type ChangeKind, forgetUnsent, storeUnsent, unsentChanges } from '../storage/unsent-changes.ts';

const UNDO_MS = 5000;
/** A stored change of a page that was not left may still be undone there for so long. After that, the page has been killed. */
const OTHER_TAB_MS = 2 * UNDO_MS;
/** A stored change is not sent later: the reader may have made another one on another device since. */
const KEPT_MS = 86_400_000;
/** A change that was sent and is not repeatable is sent again only for a page that is loaded before the server has processed it. */
const RELOAD_MS = 5000;
/** The most ids in one call. */
const BATCH = 100;

type Pending<Change> = {
  /** The change that can still be undone: shown at once, sent when the time is over or the reader leaves. */
  undoable: Change | null;
  /** Being sent to the server. */
  sending: readonly Change[];
};

/**
 * How a change is sent. `leaving`: the page is being left, so its requests must outlive it. `resumed`: an earlier page made it. In
 * both cases nobody waits for it.
 */
export type Sending = { leaving?: boolean; resumed?: boolean };

type Kind<Change> = {
  kind: ChangeKind;
  /** Must not reject. Resolves to whether the server has answered. */
  send(change: Change, how: Sending): Promise<boolean>;
  /** Whether a change may be sent a second time long after the first one, whose answer is not known; all may by default. */
  isRepeatable?(change: Change): boolean;
};

/**
 * Changes of one kind that the reader can undo before they are sent. They are stored on the device until they are undone or
 * answered, so that a closed page or a lost network loses none; the next page sends what is left.
 */
export function createUndoable<Change extends object>({ kind, send, isRepeatable = () => true }: Kind<Change>) {
  const usePending = create<Pending<Change>>(() => ({ undoable: null, sending: [] }));
  /** The stored changes that this page shows, and their ids. */
  const ids = new Map<Change, string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function store(change: Change, isLeft: boolean) {
    const id = ids.get(change) ?? newId();
    const at = Date.now();
    const isSent = isLeft && navigator.onLine;
    const until = at + (isSent && !isRepeatable(change) ? RELOAD_MS : KEPT_MS);
    const readerId = useClientState.getState().userInfo?.id;
    if (readerId === undefined) return;
    ids.set(change, id);
    storeUnsent(id, { kind, readerId, at, until, isLeft, change });
  }

  function forget(change: Change) {
    const id = ids.get(change);
    if (id !== undefined) forgetUnsent(id);
    ids.delete(change);
  }

  function clear() {
    clearTimeout(timer);
    usePending.setState({ undoable: null });
  }

  function undo() {
    const { undoable } = usePending.getState();
    if (undoable) forget(undoable);
    clear();
  }

  /** Sends a change without a time to undo it. */
  async function sendNow(change: Change, how: Sending = {}): Promise<void> {
    usePending.setState(({ sending }) => ({ sending: [...sending, change] }));
    const isAnswered = await send(change, how);
    // A failure has been shown, unless nobody waited for the answer.
    if (isAnswered || !(how.leaving || how.resumed)) forget(change);
    else ids.delete(change);
    usePending.setState(({ sending }) => ({ sending: sending.filter((each) => each !== change) }));
  }

  /** Sends the pending change, if there is one. */
  async function sendPending(how: Sending = {}): Promise<void> {
    const { undoable } = usePending.getState();
    if (!undoable) return;
    const sent = sendNow(undoable, how);
    clear();
    await sent;
  }

  /** Makes a change; the one before it is sent. */
  function change(next: Change) {
    void sendPending();
    store(next, false);
    usePending.setState({ undoable: next });
    timer = setTimeout(() => void sendPending(), UNDO_MS);
  }

  function leave() {
    const { undoable } = usePending.getState();
    if (undoable) store(undoable, true);
    void sendPending({ leaving: true });
  }

  /** Sends what earlier pages of this reader have left. It is shown until the answer is there. */
  function resume() {
    const readerId = useClientState.getState().userInfo?.id;
    if (readerId === undefined) return;
    const known = new Set(ids.values());
    for (const [id, stored] of unsentChanges()) {
      if (stored.kind !== kind || known.has(id)) continue;
      const waitMs = stored.isLeft ? 0 : stored.at + OTHER_TAB_MS - Date.now();
      if (stored.readerId !== readerId || stored.until < Date.now()) forgetUnsent(id);
      else if (waitMs > 0) setTimeout(resume, waitMs);
      else {
        // Each kind stores its own changes.
        const left = stored.change as Change;
        ids.set(left, id);
        void sendNow(left, { resumed: true });
      }
    }
  }

  // After the session has ended, the change must not be applied to the next reader.
  useClientState.subscribe(({ userInfo }, before) => {
    if (!userInfo && before.userInfo) undo();
  });
  page.addEventListener('pagehide', leave);
  page.addEventListener('online', resume);
  resume();
  return { usePending, change, undo, sendNow, sendPending };
}

function newId(): string {
  return Math.random().toString(36).slice(2);
}

/** All changes of a kind that the server has not stored yet, oldest first. */
export function allPending<Change>({ undoable, sending }: Pending<Change>): Change[] {
  return [...sending, ...(undoable ? [undoable] : [])];
}

/** The ids in batches that a call accepts. */
export function batches(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, n) => ids.slice(n * BATCH, (n + 1) * BATCH));
}
