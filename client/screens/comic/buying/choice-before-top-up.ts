import { useEffect, useRef } from 'react';
import type { ChapterItem } from '#contract/shapes';
import { tabStorage } from '../../../runtime/storage/safe-storage.ts';
import { useClientState } from '../../../state.ts';

const KEY = 'choice';
const KEPT_MS = 30 * 60_000;

type Choice = { comicId: number; from: ChapterItem | undefined; chosen: readonly number[] };
type Kept = Choice & { coins: number; at: number };

/** Keeps the chosen chapters while the reader is at the cashier, and on the page of a channel, which ends this page. */
export function keepChoice(choice: Choice): void {
  const kept: Kept = { ...choice, coins: useClientState.getState().userInfo?.coins ?? 0, at: Date.now() };
  tabStorage.setItem(KEY, JSON.stringify(kept));
}

/** Calls `onBack` once with the kept choice, when the reader has more coins than before. */
export function useChoiceAfterTopUp(comicId: number, onBack: (choice: Choice) => void): void {
  const coins = useClientState((state) => state.userInfo?.coins);
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    const kept = readChoice();
    if (!kept || kept.comicId !== comicId || coins === undefined || coins <= kept.coins) return;
    tabStorage.removeItem(KEY);
    if (Date.now() - kept.at < KEPT_MS) latest.current(kept);
  }, [comicId, coins]);
}

function readChoice(): Kept | null {
  // Only this app writes it, so it is not checked.
  return JSON.parse(tabStorage.getItem(KEY) ?? 'null') as Kept | null;
}
