import type { Call } from '#contract/call';
import { useClientState } from '../../state.ts';

/** Calls anybody may make, and so are told by their payload who the reader is. */
const TOLD = ['home', 'new', 'weekly', 'finish', 'free', 'genre', 'promotion', 'theme', 'rank'];

/** The payload of a list, with the word of a reader who says to be of age, or is in 青少年模式. */
export function useAudience<Payload>(call: Call, payload: Payload): Payload {
  const adult = useClientState(({ userInfo }) => userInfo?.adult === true && !userInfo.teen);
  const teen = useClientState(({ userInfo }) => userInfo?.teen === true);
  if (!(adult || teen) || !TOLD.includes(call.path)) return payload;
  return { ...payload, ...(teen ? { teen } : { adult }) };
}
