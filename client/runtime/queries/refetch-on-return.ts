import { comicRead } from '#contract/calls/comic';
import { useClientState } from '../../state.ts';
import { session } from '../browser.ts';
import { queryClient } from './queries.ts';
import { refetchSilently } from './silent-refetch.ts';

/** Refetches the data that this reader may have changed on another device while the app was in the background. */
export function refetchOnReturn() {
  if (useClientState.getState().session !== 'ready') return;
  // An open chapter stays as it is. A closed one is dropped, so that it opens at its latest position. One that is being fetched
  // would fail if it were dropped.
  queryClient.removeQueries({
    queryKey: [comicRead.path],
    type: 'inactive',
    predicate: ({ state }) => state.fetchStatus === 'idle',
  });
  void refetchSilently({ predicate: ({ meta, queryKey }) => meta?.who !== 'anyone' && queryKey[0] !== comicRead.path });
  void session.refetchProfile();
}
