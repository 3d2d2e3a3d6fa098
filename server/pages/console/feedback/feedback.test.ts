import { afterAll, beforeAll, expect, test } from 'vitest';
import { feedback, feedbackSubmit, feedbackWithdraw, feedbackReply as readerReply } from '#contract/calls/support';
import { cannotUndo, comicNotFound, feedbackChanged, feedbackNotFound, pictureNotFound } from '#contract/codes';
import {
  feedbackAssign,
  feedbackClose,
  feedbackList,
  feedbackPicture,
  feedbackReply,
  feedbackTakedown,
  feedbackView,
  takedownUndo,
  templateDelete,
  templateList,
  templateSave,
} from '#contract/console/feedback';
import { startTestApp, type TestApp } from '../../../../testing/app/app.ts';
import { addComic } from '../../../../testing/factories/comics.ts';
import { newAddress, signedIn } from '../../../../testing/factories/readers.ts';
import { addPerson, firstOwner, type StaffPerson, staffCall } from '../../../../testing/factories/staff.ts';

const NOW = new Date('2026-11-26T04:00:00Z');

let site: TestApp;
let support: StaffPerson;
let colleague: StaffPerson;
beforeAll(async () => {
  site = await startTestApp({ now: NOW });
  const owner = await firstOwner(site, NOW);
  support = await addPerson(site, owner, 'support', '客服小周', NOW);
  colleague = await addPerson(site, owner, 'support', '客服小吴', NOW);
});
afterAll(() => site.close());

const by = ({ cookie }: StaffPerson) => ({ cookie });

async function write(type: 1 | 2 | 5, content: string, about = {}) {
  const { token, id: readerId } = await signedIn(site);
  const from = { token, remoteAddress: newAddress() };
  const { data } = await site.call(feedbackSubmit, { type, content, about }, from);
  return { id: data?.id ?? 0, token, readerId };
}

async function entriesOf(subject: string, id: number) {
  const { rows } = await site.pool.query<Record<string, unknown>>(
    'select action, actor, before, after, reason from audit.entry where subject = $1 and subject_id = $2 order by id',
    [subject, id],
  );
  return rows;
}

test('complaints come first, then the longest waiting feedback, page by page', async () => {
  const ids: number[] = [];
  for (const type of [1, 5, 2, 5] as const) ids.push((await write(type, `第 ${ids.length} 条`)).id);
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await staffCall(site, feedbackList, { size: 3, ...(cursor && { cursor }) }, by(support));
    seen.push(...(data?.list ?? []).map(({ id }) => id));
    cursor = data?.next ?? undefined;
  } while (cursor);
  expect(seen).toEqual([ids[1], ids[3], ids[0], ids[2]]);
  const forged = Buffer.from(JSON.stringify([2 ** 31, 1])).toString('base64url');
  expect((await staffCall(site, feedbackList, { cursor: forged }, by(support))).data).toEqual({ list: [], next: null });
});

test('of replies at the same time one is stored', async () => {
  const { id } = await write(2, '第 5 页打不开');
  const reply = () => staffCall(site, feedbackReply, { id, text: '已修好', seen: 0 }, by(support));
  const answers = await Promise.all(Array.from({ length: 4 }, reply));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([0, ...Array(3).fill(feedbackChanged)]);
  const { data } = await staffCall(site, feedbackView, { id }, by(support));
  expect(data?.messages.map(({ content }) => content)).toEqual(['已修好']);
});

test('a reply reaches the reader, and one that was written past another is refused', async () => {
  const { id, token } = await write(2, '<script>alert(1)</script> 第 3 页打不开');
  const { data: thread } = await staffCall(site, feedbackView, { id }, by(support));
  expect(thread).toMatchObject({ content: '<script>alert(1)</script> 第 3 页打不开', state: 'open', messages: [] });
  const reply = { id, text: '已修好', seen: 0 };
  const { data } = await staffCall(site, feedbackReply, reply, by(support));
  expect(data).toMatchObject({ state: 'answered', messages: [{ byReader: false, content: '已修好' }] });
  expect((await staffCall(site, feedbackReply, reply, by(colleague))).code).toBe(feedbackChanged);
  const { data: list } = await site.call(feedback, {}, { token });
  expect(list?.list[0]).toMatchObject({ reply: '已修好', state: 'answered' });
  await site.call(readerReply, { id, content: '还是不行' }, { token, remoteAddress: newAddress() });
  expect((await staffCall(site, feedbackReply, { ...reply, seen: 1 }, by(support))).code).toBe(feedbackChanged);
  const closing = { id, text: '再试试', seen: 2, closes: true };
  expect((await staffCall(site, feedbackReply, closing, by(support))).data?.state).toBe('closed');
  expect((await staffCall(site, feedbackReply, { id, text: ' ', seen: 3 }, by(support))).http).toBe(400);
  const actor = `staff:${support.id}`;
  expect(await entriesOf('feedback', id)).toEqual([
    { action: 'feedback-reply', actor, before: { state: 'open' }, after: { state: 'answered' }, reason: null },
    { action: 'feedback-reply', actor, before: { state: 'open' }, after: { state: 'closed' }, reason: null },
  ]);
});

test('a member of staff takes a thread, closes it and opens it again', async () => {
  const { id } = await write(1, '充值没有到账');
  const taken = await staffCall(site, feedbackAssign, { id, mine: true }, by(support));
  expect(taken.data).toMatchObject({ state: 'working', assignedTo: { id: support.id, name: '客服小周' } });
  const mine = async (who: StaffPerson) =>
    (await staffCall(site, feedbackList, { queue: 'mine' }, by(who))).data?.list.map((each) => each.id);
  expect([await mine(support), await mine(colleague)]).toEqual([[id], []]);
  await staffCall(site, feedbackClose, { id, closed: true }, by(support));
  expect(await mine(support)).toEqual([]);
  const { data } = await staffCall(site, feedbackList, { queue: 'closed' }, by(support));
  expect(data?.list[0]?.id).toBe(id);
  expect((await staffCall(site, feedbackClose, { id, closed: false }, by(support))).data?.state).toBe('working');
  const released = await staffCall(site, feedbackAssign, { id, mine: false }, by(support));
  expect(released.data).toMatchObject({ state: 'open', assignedTo: null });
  const actions = (await entriesOf('feedback', id)).map(({ action }) => action);
  expect(actions).toEqual(['feedback-take', 'feedback-close', 'feedback-reopen', 'feedback-release']);
});

test('withdrawn feedback can neither be read nor answered', async () => {
  const { id, token } = await write(1, '写错了');
  await site.call(feedbackWithdraw, { id }, { token, remoteAddress: newAddress() });
  const answers = [
    await staffCall(site, feedbackView, { id }, by(support)),
    await staffCall(site, feedbackReply, { id, text: '好的', seen: 0 }, by(support)),
    await staffCall(site, feedbackAssign, { id, mine: true }, by(support)),
    await staffCall(site, feedbackClose, { id, closed: true }, by(support)),
    await staffCall(site, feedbackView, { id: 999_999 }, by(support)),
  ];
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => feedbackNotFound));
  expect((await staffCall(site, feedbackPicture, { id: 999_999 }, by(support))).code).toBe(pictureNotFound);
});

test('a complaint takes offline the comic that it mentions, no other, and that can be undone', async () => {
  const { comicId, chapters } = await addComic(site, { title: '被投诉的漫画', chapters: [{}, {}] });
  const other = await addComic(site, { title: '无关的漫画' });
  const { id } = await write(5, '抄袭了我的作品', { comicId, chapterId: chapters[1]?.id, page: 2 });
  const ask = (payload: object) => staffCall(site, feedbackTakedown, { id, ...payload }, by(support));
  expect((await ask({ comicId: other.comicId })).code).toBe(comicNotFound);
  expect((await ask({})).http).toBe(400);
  const { data } = await ask({ comicId });
  expect(data?.comics).toMatchObject([{ id: comicId, online: false, takedown: expect.any(Number) }]);
  expect(await entriesOf('comic', comicId)).toMatchObject([
    { action: 'offline', actor: `staff:${support.id}`, before: { online: true }, reason: `投诉 ${id}` },
  ]);
  const undone = await staffCall(site, takedownUndo, { id, entry: data?.comics[0]?.takedown ?? 0 }, by(support));
  expect(undone.data?.comics).toMatchObject([{ online: true, takedown: null }]);
  const chapter = await ask({ chapterId: chapters[1]?.id });
  expect(chapter.data?.chapter).toMatchObject({ online: false, page: 2, takedown: expect.any(Number) });

  // Only the takedowns of this complaint can be undone through it, and other feedback takes nothing offline.
  const harmless = await write(2, '好看', { comicId });
  const wrong = await staffCall(site, feedbackTakedown, { id: harmless.id, comicId }, by(support));
  expect(wrong.code).toBe(feedbackNotFound);
  const second = await write(5, '也是我的', { comicId });
  const entry = chapter.data?.chapter?.takedown ?? 0;
  expect((await staffCall(site, takedownUndo, { id: second.id, entry }, by(support))).code).toBe(cannotUndo);
});

test('templates are changed by staff, and each change is logged', async () => {
  const list = async () => (await staffCall(site, templateList, {}, by(support))).data?.list ?? [];
  const before = await list();
  expect(before.length).toBeGreaterThan(2);
  await staffCall(site, templateSave, { title: '谢谢', body: '谢谢您的反馈。' }, by(support));
  const added = (await list()).at(-1);
  const id = added?.id ?? 0;
  await staffCall(site, templateSave, { id, title: '谢谢', body: '谢谢！' }, by(support));
  expect((await list()).at(-1)?.body).toBe('谢谢！');
  await staffCall(site, templateDelete, { id }, by(support));
  expect(await list()).toEqual(before);
  expect((await staffCall(site, templateSave, { id, title: 'x', body: 'y' }, by(support))).status).not.toBe(1);
  expect(await entriesOf('reply-template', id)).toHaveLength(3);
});
