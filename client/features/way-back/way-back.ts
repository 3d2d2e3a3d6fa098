import type { NavigateFunction } from 'react-router';
import { paths } from '../../paths.ts';
import { useClientState } from '../../state.ts';
import { type Trail, withVisit } from './trail.ts';

/** Outlives a reload, as the browser's own history does. */
const KEY = 'trail';
let trail = readTrail();

/** Notes where the reader is and what the way back from a comic's detail now is. */
export function noteVisit(fullPath: string, type: 'POP' | 'PUSH' | 'REPLACE', remembered: string | undefined) {
  const index = historyIndex();
  const before = useClientState.getState().backPath;
  trail = withVisit(trail, index, { fullPath, type, remembered, before });
  useClientState.setState({ backPath: trail[index]?.way ?? null });
  try {
    sessionStorage.setItem(KEY, JSON.stringify(trail));
  } catch {
    // Nothing but a reload in the middle of a comic needs it.
  }
}

/** Of two quick taps the second must not go one step farther. */
const ONE_TAP_MS = 300;
let tappedAt = Number.NEGATIVE_INFINITY;

function isSecondTap(): boolean {
  const before = tappedAt;
  tappedAt = performance.now();
  return tappedAt - before < ONE_TAP_MS;
}

/** Leads to where the reader was before the comic's detail. */
export function goBack(navigate: NavigateFunction) {
  if (isSecondTap()) return;
  const { backPath } = useClientState.getState();
  const here = historyIndex();
  const earlier = trail.slice(0, here).findLastIndex((visited) => visited?.fullPath === backPath);
  // Going back in the history itself, where it has that place, does not lengthen it.
  if (earlier >= 0) void navigate(earlier - here);
  else if (backPath) void navigate(backPath);
  else void navigate(paths.home, { replace: true });
}

/** Leads to the screen before this one, or home where the reader came from elsewhere. */
export function leaveScreen(navigate: NavigateFunction) {
  if (isSecondTap()) return;
  if (historyIndex() > 0) void navigate(-1);
  else void navigate(paths.home, { replace: true });
}

function historyIndex(): number {
  const state: unknown = window.history.state;
  const known = typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number';
  return known ? Number(state.idx) : 0;
}

function readTrail(): Trail {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    // The edge of the parsed world: this app alone writes it.
    return Array.isArray(value) ? (value as Trail) : [];
  } catch {
    return [];
  }
}
