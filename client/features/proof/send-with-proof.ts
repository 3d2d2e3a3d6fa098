import type { Call, DataOf, InputOf } from '#contract/call';
import { userChallenge } from '#contract/calls/account';
import type { Envelope } from '#contract/envelope';
import { send } from '../../api/live.ts';

type Purpose = InputOf<typeof userChallenge>['purpose'];
type Proven = Call & { refusals: { 2007: null } };

/** Makes a call that the server may want a proof of work for; does the work when it is asked for. */
export async function sendWithProof<C extends Proven>(
  call: C,
  payload: InputOf<C>,
  purpose: Purpose,
): Promise<Envelope<DataOf<C>>> {
  const answer = await send(call, payload, { expected: [2007] });
  if (answer.code !== 2007) return answer;
  const asked = await send(userChallenge, { purpose });
  if (asked.status !== 1 || !asked.data) return { ...answer, ...asked, data: null };
  const { solve } = await import('./solve.ts');
  // The contract says `proof` of every call that may refuse with 2007.
  return send(call, { ...(payload as object), proof: await solve(asked.data) } as InputOf<C>);
}
