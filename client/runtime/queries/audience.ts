import type { Call } from '#contract/call';
import { useClientState } from '../../state.ts';

/** Calls without a session, whose payload says which age ratings may be shown. */
const AUDIENCE_CALLS = [
  'home',
  'new',
  'weekly',
  'finish',
  'free',
  'genre',
  'author',
  'promotion',
  'promotion/comics',
  'theme',
  'rank',
  'search',
  'keyword',
];

/** The payload of a list, with `adult` or `teen` added for a reader who is of age or in 未成年人模式. */
export function useAudience<Payload>(call: Call, payload: Payload): Payload {
  const adult = useClientState(({ userInfo }) => userInfo?.adult === true && !userInfo.teen);
  const teen = useClientState(({ userInfo }) => userInfo?.teen === true);
  if (!(adult || teen) || !AUDIENCE_CALLS.includes(call.path)) return payload;
  return { ...payload, ...(teen ? { teen } : { adult }) };
}
