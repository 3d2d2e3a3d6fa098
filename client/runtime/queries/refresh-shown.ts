import { session } from '../browser.ts';
import { queryClient, silentRefetches } from './queries.ts';

/**
 * Refetches the data of the current screen, banners included, at the reader's request. Endless lists start again at their first
 * page. The old data stays until the new answers arrive, and if they fail.
 */
export async function refreshShown(): Promise<void> {
  // A silent refetch that hangs becomes a visible one, so that the reader can see it fail.
  silentRefetches.clear();
  const shown = queryClient.getQueryCache().findAll({ type: 'active' });
  for (const query of shown) {
    queryClient.setQueryData<unknown>(query.queryKey, firstPage, { updatedAt: query.state.dataUpdatedAt });
  }
  await Promise.all([queryClient.refetchQueries({ type: 'active' }), session.refetchBanners()]);
}

/** A list of several pages cut to the first; any other data as it is. */
function firstPage(data: unknown): unknown {
  const paged = typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
  if (!paged || !Array.isArray(data.pages) || !Array.isArray(data.pageParams)) return data;
  return { ...data, pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
}
