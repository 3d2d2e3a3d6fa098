import { useCallback } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { historyIndex } from '../../../features/navigation/way-back/visits.ts';
import { comicPath, paths } from '../../../paths.ts';

/** Leaves the reader: back to the screen that opened it, else to the comic, else home. */
export function useWayBack(comicId: number | null): () => void {
  const navigate = useNavigate();
  return useCallback(() => leaveReader(navigate, comicId), [navigate, comicId]);
}

export function leaveReader(navigate: NavigateFunction, comicId: number | null): void {
  if (historyIndex() > 0) return void navigate(-1);
  void navigate(comicId === null ? paths.home : comicPath(comicId), { replace: true });
}
