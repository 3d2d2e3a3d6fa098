import { create } from 'zustand';
import type { Call, DataOf, InputOf, Schema } from '#contract/call';
import { userChallenge } from '#contract/calls/account';
import { proofRequired } from '#contract/codes';
import type { Envelope } from '#contract/envelope';
import { toast } from '../../../notices.ts';
import { send } from '../../../runtime/browser.ts';
import type { SendOptions } from '../../../runtime/send/send.ts';

type Purpose = InputOf<typeof userChallenge>['purpose'];
type Proven = Call & { refusals: { proofRequired: Schema | null } };

/** The required effort may rise while a proof is computed, so the call is tried this often. */
const TRIES = 3;

/** Whether a proof of work is being computed: the hardest takes a phone some seconds. */
export const useProofWork = create(() => ({ working: false }));

/**
 * Makes a call that may be refused with `proofRequired`; then computes the proof and repeats the call with it. `expected`: codes
 * without a toast.
 */
export async function sendWithProof<C extends Proven>(
  call: C,
  payload: InputOf<C>,
  purpose: Purpose,
  { expected = [] }: Pick<SendOptions, 'expected'> = {},
): Promise<Envelope<DataOf<C>>> {
  let answer = await send(call, payload, { expected: [...expected, proofRequired] });
  for (let left = TRIES; answer.code === proofRequired && left > 0; left--) {
    const challenge = await send(userChallenge, { purpose, effort: effortOf(answer.data) });
    if (challenge.status !== 1 || !challenge.data) return { ...answer, ...challenge, data: null };
    const proof = await work(challenge.data);
    // Every call that may refuse with `proofRequired` has the field `proof` in the contract.
    const proven = { ...(payload as object), proof } as InputOf<C>;
    answer = await send(call, proven, { expected: left > 1 ? [...expected, proofRequired] : expected });
  }
  return answer;
}

async function work(challenge: DataOf<typeof userChallenge>): Promise<string> {
  useProofWork.setState({ working: true });
  try {
    const { solve } = await import('./solve.ts');
    return await solve(challenge);
  } catch (error) {
    toast('安全验证没有完成，请再试一次');
    throw error;
  } finally {
    useProofWork.setState({ working: false });
  }
}

/** The effort that `proofRequired` demands; the least where it names none. */
function effortOf(data: unknown): number {
  const effort = typeof data === 'object' && data !== null && 'effort' in data ? data.effort : 1;
  return typeof effort === 'number' ? effort : 1;
}
