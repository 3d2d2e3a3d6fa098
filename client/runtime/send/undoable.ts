import { create } from 'zustand';
import { useClientState } from '../../state.ts';

const UNDO_MS = 5000;
/** The most ids in one call. */
const BATCH = 100;

type Pending<Change> = {
  /** The change that can still be undone: shown at once, sent when the time is over or the reader leaves. */
  undoable: Change | null;
  /** Being sent to the server. */
  sending: readonly Change[];
};

/**
 * Changes of one kind that the reader can undo before they are sent. `send` must not reject; `leaving`: the page is being left, so its
 * requests must outlive it.
 */
export function createUndoable<Change>(send: (change: Change, leaving: boolean) => Promise<void>) {
  const usePending = create<Pending<Change>>(() => ({ undoable: null, sending: [] }));
  let timer: ReturnType<typeof setTimeout> | undefined;

  function undo() {
    clearTimeout(timer);
    usePending.setState({ undoable: null });
  }

  /** Sends a change without a time to undo it. */
  async function sendNow(change: Change, leaving = false): Promise<void> {
    usePending.setState(({ sending }) => ({ sending: [...sending, change] }));
    await send(change, leaving);
    usePending.setState(({ sending }) => ({ sending: sending.filter((each) => each !== change) }));
  }

  /** Sends the pending change, if there is one. */
  async function sendPending(leaving = false): Promise<void> {
    const { undoable } = usePending.getState();
    if (!undoable) return;
    const sent = sendNow(undoable, leaving);
    undo();
    await sent;
  }

  /** Makes a change; the one before it is sent. */
  function change(next: Change) {
    void sendPending();
    usePending.setState({ undoable: next });
    timer = setTimeout(() => void sendPending(), UNDO_MS);
  }

  // After the session has ended, the change must not be applied to the next reader.
  useClientState.subscribe(({ userInfo }, before) => {
    if (!userInfo && before.userInfo) undo();
  });
  return { usePending, change, undo, sendNow, sendPending };
}

/** All changes of a kind that the server has not stored yet, oldest first. */
export function allPending<Change>({ undoable, sending }: Pending<Change>): Change[] {
  return [...sending, ...(undoable ? [undoable] : [])];
}

/** The ids in batches that a call accepts. */
export function batches(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, n) => ids.slice(n * BATCH, (n + 1) * BATCH));
}
