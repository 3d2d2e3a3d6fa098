import { comicRead } from '#contract/calls/comic';
import { useClientState } from '../../state.ts';
import { session } from '../browser.ts';
import { queryClient } from './queries.ts';
import { renew } from './renew.ts';

/** Asks anew for what this reader may have changed on another device meanwhile. */
export function freshen() {
  if (useClientState.getState().session !== 'ready') return;
  // A chapter that is open stays where the reader holds it; others open where they were read last.
  queryClient.removeQueries({ queryKey: [comicRead.path], type: 'inactive' });
  void renew({ predicate: ({ meta, queryKey }) => meta?.who !== 'anyone' && queryKey[0] !== comicRead.path });
  void session.refresh();
}
