import type { InvalidateQueryFilters, Query } from '@tanstack/react-query';
import { comicRead } from '#contract/calls/comic';
import { JOIN_RUNNING, queryClient, silentRefetches } from './queries.ts';

/** Refetches data that may have changed, without loading signs or toasts, because the reader did not ask for it. */
export async function refetchSilently(filters: InvalidateQueryFilters): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ ...filters, type: 'active' });
  const idle = shown.filter(({ state }) => state.fetchStatus === 'idle');
  for (const { queryKey } of idle) silentRefetches.add(queryKey);
  await queryClient.invalidateQueries(filters, JOIN_RUNNING);
  for (const { queryKey } of idle) silentRefetches.delete(queryKey);
}

/** A chapter that is open stays as it is: a reader who began it for free, or at this position, must not lose it. */
export function isOpenChapter({ queryKey, state }: Query): boolean {
  return queryKey[0] === comicRead.path && state.data !== undefined;
}
