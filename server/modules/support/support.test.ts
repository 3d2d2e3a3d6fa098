import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userExport, userLogin } from '#contract/calls/account';
import { userInfo } from '#contract/calls/session';
import { feedback, feedbackSubmit } from '#contract/calls/support';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { withPassword } from '../../../testing/factories/readers.ts';
import { runFeedback } from '../../operator/commands/feedback/feedback.ts';
import { readFeedbackArgs } from '../../operator/commands/feedback/feedback-args.ts';

let site: TestApp;
let token: string;
let address = 0;
beforeAll(async () => {
  site = await startTestApp();
});
beforeEach(async () => {
  address++;
  token = await site.visitor();
});
afterAll(() => site.close());

const submit = (
  content: string,
  { type = 4 as 0 | 4 | 5, contact = undefined as string | undefined, of = token } = {},
) => site.call(feedbackSubmit, { type, content, contact }, { token: of, remoteAddress: `10.1.${address}.1` });
const read = async (of = token) => (await site.call(feedback, {}, { token: of })).data?.list;
const unread = async (of = token) => (await site.call(userInfo, { token: of })).data?.unread.feedback;

/** A command of the operator, as it is typed. */
async function operate(...argv: string[]) {
  let output = '';
  const out = { write: (text: string) => (output += text) };
  const args = readFeedbackArgs(argv, { stdout: out, stderr: out });
  const clock = () => new Date();
  const code = typeof args === 'number' ? args : await runFeedback(args, { pool: site.pool, stdout: out, clock });
  return { code, output };
}

test('a reader writes, the operator answers, and the reply is unread until it was read', async () => {
  const { data } = await submit('看不了第三话\n一直转圈', { contact: 'me@example.com' });
  const id = data?.id ?? 0;
  expect(await read()).toMatchObject([
    { id, type: 4, content: '看不了第三话\n一直转圈', reply: null, repliedAt: null },
  ]);
  expect((await operate('list', '--open')).output).toContain(`${id}  `);
  expect((await operate('show', String(id))).output).toContain('me@example.com');
  expect(await unread()).toBe(0);

  expect(await operate('reply', String(id), '已经修好，<b>谢谢</b>')).toEqual({ code: 0, output: `已答复 ${id}。\n` });
  expect((await operate('list', '--open')).output).not.toContain(`${id}  `);
  expect(await unread()).toBe(1);
  expect(await read()).toMatchObject([{ reply: '已经修好，<b>谢谢</b>', repliedAt: expect.any(String) }]);
  expect(await unread()).toBe(0);

  await operate('reply', String(id), '又坏了，再修');
  expect(await unread()).toBe(1);
  expect(await read()).toMatchObject([{ reply: '又坏了，再修' }]);
  expect(await unread()).toBe(0);
});

test('feedback that is sent again after a lost answer is stored once; a day later it is new feedback', async () => {
  const again = () => submit('第二页是黑的');
  const first = await again();
  expect((await again()).data).toEqual(first.data);
  expect((await submit('第二页是黑的', { type: 0 })).data).not.toEqual(first.data);
  expect(await read()).toHaveLength(2);
  site.setTime(new Date(Date.now() + 24 * 3600 * 1000));
  expect((await again()).data).not.toEqual(first.data);
  site.setTime(null);
});

test('the same text is new feedback after ten minutes, or at once if the first was answered', async () => {
  const start = Date.now();
  const at = (ms: number) => site.setTime(new Date(start + ms));
  at(0);
  const first = (await submit('声音太小')).data;
  at(10 * 60_000 - 1);
  expect((await submit('声音太小')).data).toEqual(first);
  at(10 * 60_000);
  const second = (await submit('声音太小')).data;
  expect(second).not.toEqual(first);
  await operate('reply', String(second?.id), '好');
  expect((await submit('声音太小')).data).not.toEqual(second);
  site.setTime(null);
});

test('only the replies that were shown count as read', async () => {
  const ids: number[] = [];
  for (const text of ['一', '二', '三']) ids.push((await submit(text)).data?.id ?? 0);
  for (const id of ids) await operate('reply', String(id), '好');
  const first = await site.call(feedback, { size: 2 }, { token });
  expect(first.data?.list.map(({ content }) => content)).toEqual(['三', '二']);
  expect(await unread()).toBe(1);
  const rest = await site.call(feedback, { size: 2, cursor: first.data?.next ?? '' }, { token });
  expect(rest.data).toMatchObject({ list: [{ content: '一' }], next: null });
  expect(await unread()).toBe(0);
});

test('readers can neither read the feedback of others nor mark it as read', async () => {
  const { data } = await submit('只给站长看');
  await operate('reply', String(data?.id), '收到');
  const stranger = await site.visitor();
  expect(await read(stranger)).toEqual([]);
  const cursor = Buffer.from(JSON.stringify([Number.MAX_SAFE_INTEGER])).toString('base64url');
  expect((await site.call(feedback, { cursor }, { token: stranger })).data?.list).toEqual([]);
  expect(await unread()).toBe(1);
  expect(await unread(stranger)).toBe(0);
});

test.each([
  ['markup stays the text it is', '<script>alert(1)</script> &amp;', '<script>alert(1)</script> &amp;'],
  ['what can’t be seen goes', 'a\u200bb\u0007c\u202ed\u2066e\ufeff', 'abcde'],
  ['a joined emoji stays whole', '一家 👨‍👩‍👧 好', '一家 👨‍👩‍👧 好'],
  ['lines stay lines, and no page of nothing', ' 一\r\n二\u2028三\n\n\n\n\n四 \n', '一\n二\n三\n\n四'],
])('%s', async (_what, given, kept) => {
  await submit(given);
  expect(await read()).toMatchObject([{ content: kept }]);
});

test('a contact is shown to the operator as one line without invisible characters', async () => {
  const { data } = await submit('看不了第三话', { contact: ' me\u202e@\u0007x\u200b.cn\n\u001b[2J电话 ' });
  expect((await operate('show', String(data?.id))).output).toContain('联系方式：me@x.cn [2J电话\n');
});

test('feedback that is empty, too long or without a type is refused', async () => {
  for (const content of ['', '   ', '\u200b\u200b', 'x'.repeat(1001), 'x'.repeat(10_000)])
    expect(await submit(content)).toMatchObject({ http: 400, code: 1001, message: expect.stringContaining('content') });
  // Refused ones count towards the limit too.
  token = await site.visitor();
  const forged = (payload: unknown) =>
    site.post('faq/feedback-submit', site.cipher.seal(JSON.stringify(payload)), { authorization: `Bearer ${token}` });
  for (const payload of [
    { type: 6, content: 'x' },
    { type: '0', content: 'x' },
    { type: 0, content: ['x'] },
    { type: 0, content: 'x', contact: 'x'.repeat(101) },
  ])
    expect(await forged(payload)).toMatchObject({ http: 400, code: 1001 });
  expect(await read()).toEqual([]);
});

test('a reader who writes too often must wait, and an address that does needs a proof of work', async () => {
  for (let turn = 0; turn < 5; turn++) expect(await submit('又是我')).toMatchObject({ status: 1 });
  expect(await submit('又是我')).toMatchObject({ code: 1003, data: { retryAfter: expect.any(Number) } });
  const others = [];
  for (let turn = 0; turn < 6; turn++) others.push((await submit('还是我', { of: await site.visitor() })).code);
  expect(others).toEqual([0, 0, 0, 0, 0, 2007]);
});

test('all devices of a reader share the limit', async () => {
  const { token: first } = await withPassword(site, 'two_devices', 'a letter a day');
  const { data } = await site.call(userLogin, { username: 'two_devices', password: 'a letter a day' });
  for (let turn = 0; turn < 5; turn++) expect(await submit('又是我', { of: first })).toMatchObject({ status: 1 });
  expect(await submit('又是我', { of: data?.token })).toMatchObject({ code: 1003 });
});

test('the feedback of a guest moves to their account and is erased with it', async () => {
  const { id } = await withPassword(site, 'writes_letters', 'a letter a day');
  const { data } = await submit('登录前写的');
  await operate('reply', String(data?.id), '收到');
  const login = { username: 'writes_letters', password: 'a letter a day' };
  const { data: entered } = await site.call(userLogin, login, { token });
  const account = entered?.token ?? '';
  expect(await unread(account)).toBe(1);
  expect((await site.call(userExport, {}, { token: account })).data).toMatchObject({
    feedback: [{ type: 4, content: '登录前写的', reply: '收到' }],
  });
  await site.pool.query('update account.reader set erases_at = now() where id = $1', [id]);
  await site.sweep(new Date(Date.now() + 60_000));
  expect((await operate('show', String(data?.id))).code).toBe(1);
});

test('a complaint outlives its reader without a name, with a way to answer it until it is answered', async () => {
  const { id, token: mine } = await withPassword(site, 'complains', 'a letter a day');
  await submit('别人的投诉', { type: 5 });
  const submitted = [];
  for (const [type, content] of [
    [5, '盗用了我的画'],
    [5, '已经答复的投诉'],
    [4, '只是说说'],
  ] as const) {
    const contact = 'artist@example.net';
    submitted.push((await site.call(feedbackSubmit, { type, content, contact }, { token: mine })).data?.id);
  }
  const [open, answered, ordinary] = submitted.map(String);
  await operate('reply', answered ?? '', '已下架');
  await site.pool.query('update account.reader set erases_at = now() where id = $1', [id]);
  await site.sweep(new Date(Date.now() + 60_000));
  expect((await operate('show', ordinary ?? '')).code).toBe(1);
  const kept = await operate('show', open ?? '');
  expect(kept.output).toContain('已注销的读者');
  expect(kept.output).toContain('联系方式：artist@example.net');
  expect((await operate('show', answered ?? '')).output).not.toContain('example.net');
  expect((await operate('reply', open ?? '', '已经下架')).output).toContain('读者已注销');
  expect((await operate('show', open ?? '')).output).not.toContain('example.net');
  const { rows } = await site.pool.query('select from support.feedback where reader_id = $1', [id]);
  expect(rows).toEqual([]);
  expect(await read()).toMatchObject([{ content: '别人的投诉' }]);
});

test('an invalid command prints its usage and changes nothing', async () => {
  for (const argv of [['answer'], ['show'], ['show', '0'], ['show', '1; drop'], ['reply', '1'], ['list', '--all']])
    expect(await operate(...argv)).toMatchObject({ code: 2, output: expect.stringContaining('用法：') });
  expect(await operate('reply', '1', '\u200b ')).toMatchObject({
    code: 2,
    output: expect.stringContaining('答复是空的'),
  });
  expect(await operate('show', '999999')).toEqual({ code: 1, output: '没有编号为 999999 的反馈。\n' });
  expect(await operate('--help')).toMatchObject({ code: 0, output: expect.stringContaining('manyu feedback') });
});
