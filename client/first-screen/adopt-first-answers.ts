import { home } from '#contract/calls/site';
import { queryClient } from '../runtime/queries/queries.ts';
import { useClientState } from '../state.ts';
import { readFirstAnswers } from './first-answers.ts';

/**
 * Shows what the page has brought with it as the first data. A kept page may have brought what is no more: the returned function
 * asks the server, once the session has begun, without a sign of it.
 */
export function adoptFirstAnswers(): () => void {
  const answers = readFirstAnswers(document);
  if (!answers) return () => {};
  const { banners } = answers;
  queryClient.setQueryData([home.path, null], answers.home);
  useClientState.setState({ topBanner: banners['1'] ?? [], bannerList: banners, bannersSettled: true });
  return () =>
    void import('../runtime/queries/silent-refetch.ts')
      .then((m) => m.refetchSilently({ queryKey: [home.path] }))
      .catch(() => undefined);
}
