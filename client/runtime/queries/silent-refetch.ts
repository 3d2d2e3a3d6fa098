import type { InvalidateQueryFilters } from '@tanstack/react-query';
import { JOIN_RUNNING, queryClient, silentRefetches } from './queries.ts';

/** Refetches what may have changed, without loading signs or toasts, because the reader has done nothing. */
export async function refetchSilently(filters: InvalidateQueryFilters): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ ...filters, type: 'active' });
  const idle = shown.filter(({ state }) => state.fetchStatus === 'idle');
  for (const { queryKey } of idle) silentRefetches.add(queryKey);
  await queryClient.invalidateQueries(filters, JOIN_RUNNING);
  for (const { queryKey } of idle) silentRefetches.delete(queryKey);
}
