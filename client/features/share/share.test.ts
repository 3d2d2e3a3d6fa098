import { expect, test, vi } from 'vitest';
import { share, sharedAddress } from './share.ts';

const URL_HERE = 'https://comics.example/comic/7?u=3';

test('the shared address names the reader who shared it', () => {
  expect(sharedAddress('https://comics.example', '/comic/7', 3)).toBe(URL_HERE);
  expect(sharedAddress('https://comics.example', '/comic/7', undefined)).toBe('https://comics.example/comic/7');
});

test('the device’s share sheet is used where there is one', async () => {
  const open = vi.fn().mockResolvedValue(undefined);
  expect(await share('漫画', URL_HERE, { share: open, copyOld: () => false })).toBe('shared');
  expect(open).toHaveBeenCalledWith({ title: '漫画', url: URL_HERE });
});

test('a share sheet that was closed is no reason to copy', async () => {
  const closed = () => Promise.reject(new DOMException('closed', 'AbortError'));
  const copyOld = vi.fn();
  expect(await share('漫画', URL_HERE, { share: closed, copyOld })).toBe('closed');
  expect(copyOld).not.toHaveBeenCalled();
});

test('without a share sheet the address is copied, on plain http in the way of old', async () => {
  const copy = vi.fn().mockResolvedValue(undefined);
  expect(await share('漫画', URL_HERE, { copy, copyOld: () => false })).toBe('copied');
  expect(copy).toHaveBeenCalledWith(URL_HERE);
  expect(await share('漫画', URL_HERE, { copyOld: () => true })).toBe('copied');
  expect(await share('漫画', URL_HERE, { copyOld: () => false })).toBe('failed');
});
