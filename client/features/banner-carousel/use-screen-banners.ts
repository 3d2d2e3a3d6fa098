import { useEffect, useState } from 'react';
import type { Banner } from '#contract/shapes';
import { useClientState } from '../../state.ts';

/** Banners that come later than this wait for the next visit: what is being read must not be pushed down. */
const PATIENCE_MS = 1500;
const NONE: Banner[] = [];

/** The banners of a slot; null for the moment in which they may still come. */
export function useScreenBanners(slot: number): Banner[] | null {
  const settled = useClientState((state) => state.bannersSettled);
  const banners = useClientState((state) => (slot === 1 ? state.topBanner : state.bannerList[slot]) ?? NONE);
  const [late, setLate] = useState(false);
  useEffect(() => {
    // Runs again when a kept screen is shown anew, which is the next visit.
    if (useClientState.getState().bannersSettled) return setLate(false);
    const timer = setTimeout(() => setLate(!useClientState.getState().bannersSettled), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (late) return NONE;
  return settled ? banners : null;
}
