import { expect, test, vi } from 'vitest';
import { browserShare, share, sharedAddress } from './share.ts';

const URL_HERE = 'https://comics.example/comic/7?u=0f1e2d3c4b5a';

test('the shared address has the code of the reader who shared it', () => {
  expect(sharedAddress('https://comics.example', '/comic/7', '0f1e2d3c4b5a')).toBe(URL_HERE);
  expect(sharedAddress('https://comics.example', '/comic/7', undefined)).toBe('https://comics.example/comic/7');
});

test('the device’s share sheet is used if there is one', async () => {
  const open = vi.fn().mockResolvedValue(undefined);
  expect(await share('漫画', URL_HERE, { share: open, copyOld: () => false })).toBe('shared');
  expect(open).toHaveBeenCalledWith({ title: '漫画', url: URL_HERE });
});

test('closing the share sheet copies nothing', async () => {
  const closed = () => Promise.reject(new DOMException('closed', 'AbortError'));
  const copyOld = vi.fn();
  expect(await share('漫画', URL_HERE, { share: closed, copyOld })).toBe('closed');
  expect(copyOld).not.toHaveBeenCalled();
});

test('without a share sheet the address is copied, on plain http with the old API', async () => {
  const copy = vi.fn().mockResolvedValue(undefined);
  expect(await share('漫画', URL_HERE, { copy, copyOld: () => false })).toBe('copied');
  expect(copy).toHaveBeenCalledWith(URL_HERE);
  expect(await share('漫画', URL_HERE, { copyOld: () => true })).toBe('copied');
  expect(await share('漫画', URL_HERE, { copyOld: () => false })).toBe('failed');
});

test('if the share sheet fails, the address is copied', async () => {
  const copy = vi.fn().mockResolvedValue(undefined);
  const refuse = (error: unknown) => () => Promise.reject(error);
  for (const error of [new TypeError('no'), { name: 'AbortError' }])
    expect(await share('漫画', URL_HERE, { share: refuse(error), copy, copyOld: () => false })).toBe('copied');
});

test('if the browser refuses to copy, the old API is tried', async () => {
  const copy = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
  expect(await share('漫画', URL_HERE, { copy, copyOld: () => true })).toBe('copied');
  expect(await share('漫画', URL_HERE, { copy, copyOld: () => false })).toBe('failed');
});

test('on plain http the address is copied once', async () => {
  const copyOld = vi.fn(() => false);
  await share('漫画', URL_HERE, { copyOld });
  expect(copyOld.mock.calls).toEqual([[URL_HERE]]);
});

test('the old API selects the address in a hidden field, which is removed', () => {
  const field = { value: '', style: {}, select: vi.fn(), remove: vi.fn() };
  const append = vi.fn();
  const execCommand = vi.fn(() => true);
  vi.stubGlobal('document', { createElement: () => field, body: { append }, execCommand });
  expect(browserShare().copyOld(URL_HERE)).toBe(true);
  vi.unstubAllGlobals();
  expect(field).toMatchObject({ value: URL_HERE, style: { position: 'fixed', opacity: '0' } });
  expect(append).toHaveBeenCalledWith(field);
  expect(field.remove).toHaveBeenCalledTimes(1);
  const order = [append, field.select, execCommand, field.remove].map((step) => step.mock.invocationCallOrder[0]);
  expect(order).toEqual(order.toSorted((a = 0, b = 0) => a - b));
  expect(execCommand).toHaveBeenCalledWith('copy');
});
