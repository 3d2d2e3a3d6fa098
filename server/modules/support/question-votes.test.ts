import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userExport, userLogin } from '#contract/calls/account';
import { faq, faqVote, faqVotes } from '#contract/calls/support';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { editPart } from '../../../testing/factories/editorial.ts';
import { withPassword } from '../../../testing/factories/readers.ts';
import { runFeedback } from '../../operator/commands/feedback/feedback.ts';
import { readFeedbackArgs } from '../../operator/commands/feedback/feedback-args.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
});
beforeEach(async () => {
  token = await site.visitor();
  await site.pool.query('truncate support.question_vote');
  await editPart(site, 'faq', [
    { type: 2, question: '多久更新一次？', answer: '每周。', key: 'updates' },
    { type: 3, question: '怎样签到？', answer: '点签到。' },
  ]);
});
afterAll(() => site.close());

const keys = async () => (await site.call(faq, {})).data?.list.map(({ key }) => key) ?? [];
const vote = (key: string, helpful: boolean, of = token) => site.call(faqVote, { key, helpful }, { token: of });
const votes = async (of = token) => (await site.call(faqVotes, {}, { token: of })).data?.votes;

async function counted(): Promise<string> {
  let output = '';
  const out = { write: (text: string) => (output += text) };
  const args = readFeedbackArgs(['questions'], { stdout: out, stderr: out });
  if (typeof args === 'number') throw new Error(output);
  await runFeedback(args, { pool: site.pool, stdout: out, clock: () => new Date() });
  return output;
}

test('a question has the key set by the editor, or one made from its words, independent of its position', async () => {
  const [given, made, own] = await keys();
  expect(given).toBe('updates');
  expect(made).toMatch(/^q-[0-9a-f]{10}$/);
  // The site's own question about a forgotten password.
  expect(own).toMatch(/^q-/);
  await editPart(site, 'faq', [
    { type: 3, question: '怎样签到？', answer: '另一个答案。' },
    { type: 3, question: '怎样领礼包？', answer: '点领取。' },
  ]);
  expect((await keys())[0]).toBe(made);
  expect((await keys())[1]).not.toBe(made);
});

test('a reader has one vote for each question, and can change it', async () => {
  const [first = '', second = ''] = await keys();
  expect(await votes()).toEqual([]);
  await vote(first, false);
  await vote(first, false);
  await vote(second, true);
  expect((await vote(first, true)).data).toEqual({ key: first, helpful: true });
  expect(await votes()).toHaveLength(2);
  expect(await votes()).toContainEqual({ key: first, helpful: true });
  const other = await site.visitor();
  expect(await votes(other)).toEqual([]);
  await vote(first, false, other);
  expect(await votes()).toContainEqual({ key: first, helpful: true });
});

test('the operator sees the counts, least helpful first, also of removed questions', async () => {
  expect(await counted()).toContain('还没有读者说过');
  const [first = '', second = ''] = await keys();
  for (let left = 2; left > 0; left--) await vote(first, false, await site.visitor());
  await vote(first, true);
  await vote(second, true);
  const lines = (await counted()).split('\n');
  expect(lines[1]).toMatch(/^ +1 +2 +33% +updates +多久更新一次？$/);
  expect(lines[2]).toMatch(/^ +1 +0 +100% +q-[0-9a-f]{10} +怎样签到？$/);
  await editPart(site, 'faq', []);
  expect(await counted()).toMatch(/updates +（已不在常见问题里）/);
});

test('there is no vote for a question that readers do not see', async () => {
  expect(await vote('no-such-question', true)).toMatchObject({ code: 6001 });
  expect(await vote('No Key', true)).toMatchObject({ http: 400, code: 1001 });
  expect(await votes()).toEqual([]);
});

test('the votes of a guest move to their account, the newer one counts, and they are erased with it', async () => {
  const [first = '', second = ''] = await keys();
  const { id, token: account } = await withPassword(site, 'votes_often', 'a letter a day');
  await vote(first, true, account);
  await vote(first, false);
  await vote(second, false);
  await vote(second, true, account);
  const login = { username: 'votes_often', password: 'a letter a day' };
  const { data } = await site.call(userLogin, login, { token });
  const merged = await votes(data?.token);
  expect(merged).toHaveLength(2);
  expect(merged).toEqual(
    expect.arrayContaining([
      { key: first, helpful: false },
      { key: second, helpful: true },
    ]),
  );
  expect((await site.call(userExport, {}, { token: data?.token })).data).toMatchObject({
    questionVotes: expect.arrayContaining([{ key: first, helpful: false, at: expect.any(String) }]),
  });
  await site.pool.query('update account.reader set erases_at = now() where id = $1', [id]);
  await site.sweep(new Date(Date.now() + 60_000));
  const { rows } = await site.pool.query('select from support.question_vote where reader_id = $1', [id]);
  expect(rows).toEqual([]);
});
