import { useEffect, useRef } from 'react';
import type { ChapterItem } from '#contract/shapes';
import { tabStorage } from '../../../runtime/storage/safe-storage.ts';
import { readStored, writeStored } from '../../../runtime/storage/stored-json.ts';
import { useClientState } from '../../../state.ts';

const KEPT_MS = 30 * 60_000;

type Choice = { comicId: number; from: ChapterItem | undefined; chosen: readonly number[] };
/** In the tab storage. `coins`: the reader's before the top-up. */
type StoredChoice = Choice & { userId: number; coins: number; at: number };
const LIKE = { comicId: 0, chosen: [], userId: 0, coins: 0, at: 0 };

/** Keeps the chosen chapters while the reader is at the cashier, and on the page of a channel, which ends this page. */
export function keepChoice(choice: Choice): void {
  const { id = 0, coins = 0 } = useClientState.getState().userInfo ?? {};
  writeStored(tabStorage, 'choice', { ...choice, userId: id, coins, at: Date.now() } satisfies StoredChoice);
}

/** Calls `onBack` once with the kept choice, when the same reader has more coins than before. */
export function useChoiceAfterTopUp(comicId: number, onBack: (choice: Choice) => void): void {
  const userId = useClientState((state) => state.userInfo?.id);
  const coins = useClientState((state) => state.userInfo?.coins ?? 0);
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    const kept = readStored<StoredChoice>(tabStorage, 'choice', LIKE);
    if (kept?.comicId !== comicId || kept.userId !== userId || coins <= kept.coins) return;
    tabStorage.removeItem('choice');
    if (Date.now() - kept.at < KEPT_MS) latest.current(kept);
  }, [comicId, userId, coins]);
}
