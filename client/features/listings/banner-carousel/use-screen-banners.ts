import { useLayoutEffect, useState } from 'react';
import type { Banner } from '#contract/shapes';
import { useClientState } from '../../../state.ts';

/** How long a screen waits for its banners before it is shown with space reserved for them. */
const PATIENCE_MS = 1500;
const NONE: Banner[] = [];

export type ScreenBanners = {
  banners: Banner[];
  /** Whether the banners may still arrive. */
  waiting: boolean;
  /** The space reserved for late banners: 'vacant' once it is known that there are none. */
  placeholder: 'reserved' | 'vacant' | null;
  removePlaceholder(): void;
};

/** The banners of a slot. */
export function useScreenBanners(slot: number): ScreenBanners {
  const settled = useClientState((state) => state.bannersSettled);
  const banners = useClientState((state) => (slot === 1 ? state.topBanner : state.bannerList[slot]) ?? NONE);
  const [late, setLate] = useState(false);
  useLayoutEffect(() => {
    const isSettled = () => useClientState.getState().bannersSettled;
    // Runs again when a kept screen is shown: at its top, the reserved space can be removed unseen.
    if (isSettled()) return window.scrollY > 0 ? undefined : setLate(false);
    const timer = setTimeout(() => setLate(!isSettled()), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const state = settled ? 'vacant' : 'reserved';
  const placeholder = late ? state : null;
  return { banners, waiting: !settled && !late, placeholder, removePlaceholder: () => setLate(false) };
}
