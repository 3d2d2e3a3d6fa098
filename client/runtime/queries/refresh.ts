import { session } from '../browser.ts';
import { queryClient, unasked } from './queries.ts';

/**
 * Asks anew for what the present screen shows, banners included, as the reader wishes. Endless lists begin again at
 * their first page; what is there stays until the new answers are, and where they fail.
 */
export async function refreshShown(): Promise<void> {
  // What is being asked for silently on a dead line is asked for again, so that the reader can see it fail.
  unasked.clear();
  const shown = queryClient.getQueryCache().findAll({ type: 'active' });
  for (const query of shown) {
    queryClient.setQueryData<unknown>(query.queryKey, firstPage, { updatedAt: query.state.dataUpdatedAt });
  }
  await Promise.all([queryClient.refetchQueries({ type: 'active' }), session.renewBanners()]);
}

/** A list of several pages cut to the first; any other data as it is. */
function firstPage(data: unknown): unknown {
  const paged = typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
  if (!paged || !Array.isArray(data.pages) || !Array.isArray(data.pageParams)) return data;
  return { ...data, pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
}
