import { create } from 'zustand';

/** The last action and how to undo it; shown until it is closed or replaced. */
type DoneNotice = { id: number; text: string; undo: (() => Promise<unknown>) | null };

export const useDoneNotice = create<{ notice: DoneNotice | null }>(() => ({ notice: null }));

let count = 0;

/** Shows that a change is done, with 撤回 if it can be undone. */
export function showDone(text: string, undo: DoneNotice['undo'] = null): void {
  count += 1;
  useDoneNotice.setState({ notice: { id: count, text, undo } });
}

export function closeDone(): void {
  useDoneNotice.setState({ notice: null });
}
