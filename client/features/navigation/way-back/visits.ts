import { tabStorage } from '../../../runtime/storage/safe-storage.ts';
import { useClientState } from '../../../state.ts';
import { type Trail, withVisit } from './trail.ts';

/** Outlives a reload, as the browser's own history does. */
const KEY = 'trail';
let trail = readTrail();

/** The entries before the current one, by their index in the browser's history. */
export function trailBefore(): Trail {
  return trail.slice(0, historyIndex());
}

/** Notes the current address, and the address to which the back button of a comic's detail leads from now on. */
export function noteVisit(fullPath: string, type: 'POP' | 'PUSH' | 'REPLACE', remembered: string | undefined) {
  const index = historyIndex();
  const before = useClientState.getState().backPath;
  trail = withVisit(trail, index, { fullPath, type, remembered, before });
  useClientState.setState({ backPath: trail[index]?.way ?? null });
  try {
    tabStorage.setItem(KEY, JSON.stringify(trail));
  } catch {
    // Only a reload in the middle of a comic needs it.
  }
}

/** The index of the current entry in the browser's history. */
export function historyIndex(): number {
  const state: unknown = window.history.state;
  const known = typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number';
  return known ? Number(state.idx) : 0;
}

function readTrail(): Trail {
  try {
    const value: unknown = JSON.parse(tabStorage.getItem(KEY) ?? '[]');
    // Only this app writes it, so it is not checked.
    return Array.isArray(value) ? (value as Trail) : [];
  } catch {
    return [];
  }
}
