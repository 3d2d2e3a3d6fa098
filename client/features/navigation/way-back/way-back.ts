import type { NavigateFunction } from 'react-router';
import { afterDialogs } from '../../../../ui/dialog-entry.ts';
import { paths } from '../../../paths.ts';
import { useClientState } from '../../../state.ts';
import { historyIndex, trailBefore } from './visits.ts';

/** A second tap within this time must not go back a second step. */
const ONE_TAP_MS = 300;
let tappedAt = Number.NEGATIVE_INFINITY;

function isSecondTap(): boolean {
  const before = tappedAt;
  tappedAt = performance.now();
  return tappedAt - before < ONE_TAP_MS;
}

/** Navigates to the screen before the comic's detail. */
export function goBack(navigate: NavigateFunction) {
  if (isSecondTap()) return;
  const { backPath } = useClientState.getState();
  const earlier = trailBefore().findLastIndex((visited) => visited?.fullPath === backPath);
  // If the history has that entry, going back to it does not lengthen the history.
  if (earlier >= 0) void navigate(earlier - historyIndex());
  else if (backPath) void navigate(backPath);
  else void navigate(paths.home, { replace: true });
}

/** Navigates to the previous screen, or home if the reader came from another site. */
export function leaveScreen(navigate: NavigateFunction) {
  if (isSecondTap()) return;
  afterDialogs(() => {
    if (historyIndex() > 0) void navigate(-1);
    else void navigate(paths.home, { replace: true });
  });
}
