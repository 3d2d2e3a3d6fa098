import { expect, test, vi } from 'vitest';
import { comicInfo, comicRead } from '#contract/calls/comic';
import { chapterLocked, invalidField } from '#contract/codes';
import { CallError, refusalData, request } from './request.ts';

const send = vi.hoisted(() => vi.fn());
vi.mock('./browser.ts', () => ({ send }));

test('a successful call gives its data, and passes its options on', async () => {
  send.mockResolvedValueOnce({ status: 1, code: 0, message: 'success', data: { id: 7 } });
  expect(await request(comicInfo, { id: 7 }, { background: true })).toEqual({ id: 7 });
  expect(send).toHaveBeenCalledWith(comicInfo, { id: 7 }, { background: true });
});

test.each([0, 2, -404, 403])('status %i throws an error with the fields of the answer', async (status) => {
  send.mockResolvedValueOnce({ status, code: 3003, message: '这一话还没有购买', data: { price: 3 } });
  const error = await request(comicRead, { id: 7 }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({ status, code: 3003, message: '这一话还没有购买', data: { price: 3 }, name: 'Refused' });
});

test('the message of an error does not name the field', () => {
  expect(new CallError({ status: 0, code: invalidField, message: '请求内容不正确：id', data: null }).message).toBe(
    '请求内容不正确',
  );
});

test('the data of a refusal is returned only for its own code', () => {
  const refused = (code: number) => new CallError({ status: 0, code, message: '', data: { price: 3 } });
  expect(refusalData(comicRead, chapterLocked, refused(chapterLocked))).toEqual({ price: 3 });
  expect(refusalData(comicRead, chapterLocked, refused(chapterLocked + 1))).toBeNull();
  expect(refusalData(comicRead, chapterLocked, { code: chapterLocked, data: 1 })).toBeNull();
});
