import type { Call } from '#contract/call';
import { useClientState } from '../state.ts';

/** Calls anybody may make, and so are told by their payload that the reader is of age. */
const TOLD = ['home', 'new', 'weekly', 'finish', 'free', 'genre', 'promotion', 'theme', 'rank'];

/** The payload of a list, with the word of a reader who says to be of age. */
export function useAudience<Payload>(call: Call, payload: Payload): Payload {
  const adult = useClientState(({ userInfo }) => userInfo?.adult === true && !userInfo.teen);
  return adult && TOLD.includes(call.path) ? { ...payload, adult } : payload;
}
