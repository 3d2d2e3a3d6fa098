import type { NavigateFunction } from 'react-router';
import { paths } from '../../paths.ts';
import { useClientState } from '../../state.ts';

/** The full paths visited, by their place in the browser's history. */
const trail: string[] = [];

/** Notes where the reader is, so that going back by our own button need not lengthen the history. */
export function noteVisit(fullPath: string) {
  trail[historyIndex()] = fullPath;
}

/** Leads to where the reader was before the comic's detail. */
export function goBack(navigate: NavigateFunction) {
  const target = useClientState.getState().backPath ?? paths.home;
  if (trail[historyIndex() - 1] === target) void navigate(-1);
  else void navigate(target);
}

function historyIndex(): number {
  const state: unknown = window.history.state;
  const known = typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number';
  return known ? Number(state.idx) : 0;
}
