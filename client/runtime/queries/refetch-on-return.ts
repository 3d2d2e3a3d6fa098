import { comicRead } from '#contract/calls/comic';
import { useClientState } from '../../state.ts';
import { session } from '../browser.ts';
import { queryClient } from './queries.ts';
import { refetchSilently } from './silent-refetch.ts';

/** Refetches, after a return to the app, what this reader may have changed on another device. */
export function refetchOnReturn() {
  if (useClientState.getState().session !== 'ready') return;
  // An open chapter keeps its position; closed ones will open at their latest position. One that is just being read, by a
  // reader who bought it elsewhere, would fail if it were removed.
  queryClient.removeQueries({
    queryKey: [comicRead.path],
    type: 'inactive',
    predicate: ({ state }) => state.fetchStatus === 'idle',
  });
  void refetchSilently({ predicate: ({ meta, queryKey }) => meta?.who !== 'anyone' && queryKey[0] !== comicRead.path });
  void session.refetchProfile();
}
