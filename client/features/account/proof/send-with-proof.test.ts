import { beforeEach, expect, test, vi } from 'vitest';
import { userChallenge, userLogin } from '#contract/calls/account';
import { proofRequired } from '#contract/codes';
import { sendWithProof, useProofWork } from './send-with-proof.ts';

const { send, solve, toast } = vi.hoisted(() => ({ send: vi.fn(), solve: vi.fn(), toast: vi.fn() }));
vi.mock('../../../runtime/browser.ts', () => ({ send }));
vi.mock('../../../notices.ts', () => ({ toast }));
vi.mock('./solve.ts', () => ({ solve }));

const PAYLOAD = { username: 'reader', password: 'secret' };
const done = { status: 1, code: 0, message: 'success', data: { token: 't' } };
const demand = (data: unknown) => ({ status: 0, code: proofRequired, message: '请先完成安全验证', data });
const challenge = { status: 1, code: 0, message: 'success', data: { id: 'challenge' } };
const expected = { expected: [proofRequired] };
const login = () => sendWithProof(userLogin, PAYLOAD, 'login');

beforeEach(() => {
  for (const mock of [send, solve, toast]) mock.mockReset();
  solve.mockResolvedValue('proof');
});

/** Answers to the calls in the order they are made. */
function answerWith(...answers: unknown[]) {
  for (const answer of answers) send.mockResolvedValueOnce(answer);
}

test('a call that needs no proof is made once', async () => {
  answerWith(done);
  expect(await login()).toEqual(done);
  expect(useProofWork.getState().working).toBe(false);
  expect(send.mock.calls).toEqual([[userLogin, PAYLOAD, expected]]);
});

test('a call that needs a proof is repeated with it, of the effort demanded', async () => {
  answerWith(demand({ effort: 5 }), challenge, done);
  expect(await login()).toEqual(done);
  expect(send.mock.calls).toEqual([
    [userLogin, PAYLOAD, expected],
    [userChallenge, { purpose: 'login', effort: 5 }],
    [userLogin, { ...PAYLOAD, proof: 'proof' }, expected],
  ]);
  expect(solve).toHaveBeenCalledWith(challenge.data);
});

test.each([[null], [{}], [{ effort: 'much' }], ['text']])('%j demands the least effort', async (data) => {
  answerWith(demand(data), challenge, done);
  await login();
  expect(send.mock.calls[1]).toEqual([userChallenge, { purpose: 'login', effort: 1 }]);
});

test('a rising effort is followed three times, then the refusal is shown', async () => {
  answerWith(demand({ effort: 1 }));
  for (const effort of [2, 3, 4]) answerWith(challenge, demand({ effort }));
  expect(await login()).toMatchObject({ code: proofRequired });
  expect(send).toHaveBeenCalledTimes(7);
  const options = send.mock.calls.filter(([call]) => call === userLogin).map(([, , each]) => each);
  expect(options).toEqual([expected, expected, expected, { expected: [] }]);
});

test.each([
  { status: -404, code: -404, message: '网络异常', data: null },
  { status: 1, code: 0, message: 'success', data: null },
  { status: 0, code: 9000, message: '服务器开小差了', data: { id: 'challenge' } },
])('without a challenge its answer %j is the answer', async (answer) => {
  answerWith(demand({ effort: 1 }), answer);
  expect(await login()).toEqual({ ...answer, data: null });
  expect(send).toHaveBeenCalledTimes(2);
  expect(solve).not.toHaveBeenCalled();
});

test('the state says while a proof is computed', async () => {
  const seen: boolean[] = [];
  solve.mockImplementation(async () => {
    seen.push(useProofWork.getState().working);
    return 'proof';
  });
  answerWith(demand({ effort: 1 }), challenge, done);
  expect(useProofWork.getState().working).toBe(false);
  await login();
  expect([...seen, useProofWork.getState().working]).toEqual([true, false]);
  expect(toast).not.toHaveBeenCalled();
});

test('a proof that fails says so, and ends the call', async () => {
  solve.mockRejectedValue(new Error('not in time'));
  answerWith(demand({ effort: 1 }), challenge);
  await expect(login()).rejects.toThrow('not in time');
  expect(toast).toHaveBeenCalledWith('安全验证没有完成，请再试一次');
  expect(useProofWork.getState().working).toBe(false);
});
