import type { InvalidateQueryFilters } from '@tanstack/react-query';
import { JOIN, queryClient, unasked } from './queries.ts';

/** Asks anew for what may have changed meanwhile; the reader, who has done nothing, hears nothing of it. */
export async function renew(filters: InvalidateQueryFilters): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ ...filters, type: 'active' });
  const idle = shown.filter(({ state }) => state.fetchStatus === 'idle');
  for (const { queryKey } of idle) unasked.add(queryKey);
  await queryClient.invalidateQueries(filters, JOIN);
  for (const { queryKey } of idle) unasked.delete(queryKey);
}
