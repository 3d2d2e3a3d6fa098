import { useEffect } from 'react';
import { create } from 'zustand';
import { tabStorage } from '../../runtime/storage/safe-storage.ts';
import { readStored, writeStored } from '../../runtime/storage/stored-json.ts';

type Marked = { id: number; restricted?: true | undefined };

/** `ids`: the comics whose notice was accepted in this tab. `next`: that of the next comic counts as accepted too. */
const useAccepted = create<{ ids: readonly number[]; next: boolean }>(() => ({
  ids: readStored<{ ids: number[] }>(tabStorage, 'acceptedNotices', { ids: [] })?.ids ?? [],
  next: false,
}));

/** Whether the notice has to be shown before this comic. */
export function useNoticeDue(comic: Marked | undefined): boolean {
  const { ids, next } = useAccepted();
  const id = comic?.restricted && !ids.includes(comic.id) ? comic.id : null;
  useEffect(() => {
    if (id !== null && next) acceptNotice(id);
  }, [id, next]);
  return id !== null && !next;
}

export function acceptNotice(id: number) {
  useAccepted.setState(({ ids }) => ({ ids: [...ids, id], next: false }));
  writeStored(tabStorage, 'acceptedNotices', { ids: useAccepted.getState().ids });
}

/** The age dialog has just shown the same notice for the comic that opens now. */
export function acceptNextNotice() {
  useAccepted.setState({ next: true });
}
