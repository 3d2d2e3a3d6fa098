import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { comicPath, paths } from '../../../paths.ts';

/** Leaves the reader: back to where it was opened from, else to the comic, else home. */
export function useWayBack(comicId: number | null): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    const state: unknown = window.history.state;
    const depth = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : 0;
    if (typeof depth === 'number' && depth > 0) return void navigate(-1);
    void navigate(comicId === null ? paths.home : comicPath(comicId), { replace: true });
  }, [navigate, comicId]);
}
