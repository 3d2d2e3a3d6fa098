import { useEffect } from 'react';
import { create } from 'zustand';

/** How many parts of the shown screen lead to the downloads, or show them. */
export const useDownloadsOffer = create(() => 0);

/** Counts the component as one of them while it offers the downloads. */
export function useOffersDownloads(offers: boolean) {
  useEffect(() => {
    if (!offers) return;
    useDownloadsOffer.setState((count) => count + 1);
    return () => useDownloadsOffer.setState((count) => count - 1);
  }, [offers]);
}
