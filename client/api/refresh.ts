import { session } from './live.ts';
import { JOIN, queryClient } from './queries.ts';

/**
 * Asks anew for what the present screen shows, banners included. Endless lists begin again at their first page; what is
 * there stays until the new answers are, and where they fail. Tells whether all of it could be had.
 */
export async function refreshShown(): Promise<boolean> {
  const shown = queryClient.getQueryCache().findAll({ type: 'active' });
  for (const query of shown) {
    queryClient.setQueryData<unknown>(query.queryKey, firstPage, { updatedAt: query.state.dataUpdatedAt });
  }
  await Promise.all([queryClient.refetchQueries({ type: 'active' }, JOIN), session.renewBanners()]);
  return shown.every(({ state }) => state.status !== 'error');
}

/** A list of several pages cut to the first; any other data as it is. */
function firstPage(data: unknown): unknown {
  const paged = typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
  if (!paged || !Array.isArray(data.pages) || !Array.isArray(data.pageParams)) return data;
  return { ...data, pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
}
