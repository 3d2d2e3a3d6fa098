import { useEffect } from 'react';
import { resolveAgeConfirmation } from '../runtime/browser.ts';
import { useClientState } from '../state.ts';

/** If the age dialog can't be loaded, the calls that wait for it are refused. */
export function AgeUnasked() {
  const ageVisible = useClientState((state) => state.ageVisible);
  useEffect(() => {
    if (ageVisible) resolveAgeConfirmation(false);
  }, [ageVisible]);
  return null;
}
