import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userExport, userLogin } from '#contract/calls/account';
import { userInfo } from '#contract/calls/session';
import { feedback, feedbackReply, feedbackSubmit, feedbackWithdraw } from '#contract/calls/support';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { signedIn, withPassword } from '../../../testing/factories/readers.ts';
import { orderBy } from '../../../testing/factories/shop.ts';
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

type About = { comicId?: number; chapterId?: number; page?: number; orderId?: string };

const as = (of: string) => ({ token: of, remoteAddress: `10.2.${address}.1` });
async function submit(content: string, { type = 2 as 2 | 5, contact = '', about = {} as About, of = token } = {}) {
  const { data } = await site.call(feedbackSubmit, { type, content, contact, about }, as(of));
  return data?.id ?? 0;
}
const say = (id: number, content: string, of = token) => site.call(feedbackReply, { id, content }, as(of));
const withdraw = (id: number, of = token) => site.call(feedbackWithdraw, { id }, as(of));
const read = async (of = token) => (await site.call(feedback, {}, { token: of })).data?.list ?? [];
const unread = async () => (await site.call(userInfo, { token })).data?.unread.feedback;

async function operate(...words: (string | number)[]) {
  let output = '';
  const out = { write: (text: string) => (output += text) };
  const args = readFeedbackArgs(words.map(String), { stdout: out, stderr: out });
  const code =
    typeof args === 'number'
      ? args
      : await runFeedback(args, { pool: site.pool, stdout: out, clock: () => new Date() });
  return { code, output };
}

test('reader and operator write in one thread, and its state shows who should answer', async () => {
  const id = await submit('第三话打不开');
  expect(await read()).toMatchObject([{ state: 'open', messages: [], reply: null }]);
  expect((await operate('take', id)).output).toBe(`${id} 处理中。\n`);
  expect(await read()).toMatchObject([{ state: 'working' }]);
  expect((await operate('list', '--open')).output).toContain(`${id}  `);
  expect((await say(id, '第四话也是')).data).toEqual({ state: 'working' });
  await operate('reply', id, '两话都修好了');
  expect((await operate('list', '--open')).output).not.toContain(`${id}  `);
  expect(await unread()).toBe(1);
  expect(await read()).toMatchObject([
    {
      content: '第三话打不开',
      state: 'answered',
      reply: '两话都修好了',
      messages: [
        { byReader: true, content: '第四话也是', at: expect.stringMatching(/^\d{4}-.*Z$/) },
        { byReader: false, content: '两话都修好了' },
      ],
    },
  ]);
  expect((await say(id, '还是打不开')).data).toEqual({ state: 'open' });
  expect((await operate('list', '--open')).output).toContain(`${id}  `);
  const shown = (await operate('show', id)).output;
  expect(shown.indexOf('第四话也是')).toBeGreaterThan(shown.indexOf('第三话打不开'));
  expect(shown).toMatch(/读者又写（.*）：\n还是打不开/);
  expect((await operate('reply', id, '换了新的文件', '--close')).output).toBe(`已答复 ${id}。已结束。\n`);
  expect(await read()).toMatchObject([{ state: 'closed', reply: '换了新的文件' }]);
  expect(await say(id, '谢谢')).toMatchObject({ code: 6003 });
});

test('a message that is sent again after a lost answer is stored once', async () => {
  const id = await submit('封面错了');
  await say(id, '是第二部');
  await say(id, '是第二部');
  expect((await read())[0]?.messages).toHaveLength(1);
  await operate('reply', id, '请说是哪一部');
  await say(id, '是第二部');
  expect((await read())[0]?.messages).toHaveLength(3);
});

test('a reader can withdraw unanswered feedback: the operator no longer sees its content and contact', async () => {
  const id = await submit('写错了的', { contact: 'me@example.com' });
  await operate('take', id);
  expect((await withdraw(id)).data).toEqual({ state: 'withdrawn' });
  expect((await withdraw(id)).data).toEqual({ state: 'withdrawn' });
  expect(await read()).toMatchObject([{ state: 'withdrawn', content: '写错了的' }]);
  for (const words of [['list'], ['list', '--open'], ['show', id]]) {
    const { output } = await operate(...words);
    expect(output).not.toContain('写错了的');
    expect(output).not.toContain('me@example.com');
  }
  expect((await operate('show', id)).output).toContain('读者已撤回');
  for (const words of [
    ['reply', id, '好'],
    ['take', id],
    ['close', id],
  ])
    expect(await operate(...words)).toEqual({ code: 1, output: `读者已撤回 ${id}，没有改动。\n` });
  expect(await say(id, '再说')).toMatchObject({ code: 6003 });
});

test('answered or closed feedback can’t be withdrawn', async () => {
  const answered = await submit('甲');
  await operate('reply', answered, '好');
  expect(await withdraw(answered)).toMatchObject({ code: 6004 });
  await say(answered, '再问一句');
  expect(await withdraw(answered)).toMatchObject({ code: 6004 });
  const closed = await submit('乙');
  await operate('close', closed);
  expect(await withdraw(closed)).toMatchObject({ code: 6003 });
});

test('readers can neither write to nor withdraw the feedback of others', async () => {
  const id = await submit('只是我的');
  const stranger = await site.visitor();
  expect(await say(id, '插一句', stranger)).toMatchObject({ code: 6002 });
  expect(await withdraw(id, stranger)).toMatchObject({ code: 6002 });
  expect(await read()).toMatchObject([{ state: 'open', messages: [] }]);
});

test('messages count with feedback towards the limits, and empty ones are refused', async () => {
  const id = await submit('一');
  expect(await say(id, ' \u200b ')).toMatchObject({ http: 400, code: 1001 });
  for (const text of ['二', '三', '四', '五']) await say(id, text);
  expect(await say(id, '六')).toMatchObject({ code: 1003 });
});

test('the operator sees the comic, chapter, page and order from which it was written', async () => {
  const { comicId, chapters } = await addComic(site, { title: '海上的岛' });
  const { token: mine } = await signedIn(site);
  const { orderId } = await orderBy(site, mine);
  const about = { comicId, chapterId: chapters[0]?.id, page: 5, orderId };
  const { output } = await operate('show', await submit('缺一块', { about, of: mine }));
  expect(output).toMatch(new RegExp(`话：${chapters[0]?.id}  第 1 话.*，第 5 页`));
  expect(output).toContain(`订单：manyu orders show ${orderId}\n`);
  expect(output).toContain('《海上的岛》');
  const { output: foreign } = await operate('show', await submit('这张单', { about: { orderId } }));
  expect(foreign).toContain('不是这位读者的订单');
  const { output: none } = await operate(
    'show',
    await submit('都没有', { about: { orderId: 'none', chapterId: 99_999 } }),
  );
  expect(none).toContain('没有这张订单');
  expect(none).toContain('已不在');
});

test('threads move with a guest to their account and are erased with it; a withdrawn complaint leaves no data', async () => {
  const { id: readerId } = await withPassword(site, 'keeps_talking', 'a letter a day');
  const first = await submit('登录前写的');
  await say(first, '补一句');
  const complaint = await submit('盗图', { type: 5 });
  await say(complaint, '还有一张');
  const withdrawn = await submit('写错的投诉', { type: 5 });
  await withdraw(withdrawn);
  const { data } = await site.call(userLogin, { username: 'keeps_talking', password: 'a letter a day' }, { token });
  expect(await read(data?.token)).toHaveLength(3);
  expect((await site.call(userExport, {}, { token: data?.token })).data).toMatchObject({
    feedback: expect.arrayContaining([
      expect.objectContaining({ content: '登录前写的', messages: [expect.objectContaining({ content: '补一句' })] }),
    ]),
  });
  await site.pool.query('update account.reader set erases_at = now() where id = $1', [readerId]);
  await site.sweep(new Date(Date.now() + 60_000));
  const { rows } = await site.pool.query('select content from support.message where feedback_id = any($1)', [
    [first, complaint, withdrawn],
  ]);
  expect(rows).toEqual([{ content: '还有一张' }]);
  expect((await operate('show', withdrawn)).code).toBe(1);
});
