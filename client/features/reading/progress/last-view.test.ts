// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { lastViewAt, storeLastView } from './last-view.ts';

const pages = Array.from({ length: 6 }, (_, n) => ({ url: `/img/${n}`, width: 4, height: 6, color: '#aaa' }));
const answer = (change: object = {}) =>
  ({ comic: { id: 1, title: '', direction: 'strip' }, chapter: { id: 7 }, pages, ...change }) as never;
const signIn = (reader: object) => localStorage.setItem('userInfo', JSON.stringify(reader));

beforeEach(() => {
  localStorage.clear();
  signIn({ id: 1, teen: false });
});

test('the pages from the position on are shown again to the same reader at the same address', () => {
  storeLastView(1, answer(), { page: 3, offset: 0.5 });
  expect(lastViewAt('/chapter/7')).toMatchObject({ direction: 'strip', pages: pages.slice(3), scrolled: 0.5 });
  expect(lastViewAt('/chapter/8')).toBeNull();
  signIn({ id: 2, teen: false });
  expect(lastViewAt('/chapter/7')).toBeNull();
});

test('a place in the first page is stored too', () => {
  storeLastView(1, answer(), { page: 0, offset: 0.5 });
  expect(lastViewAt('/chapter/7')).toMatchObject({ pages: pages.slice(0, 4), scrolled: 0.5 });
});

test('a chapter that was read to its end is shown from its beginning', () => {
  storeLastView(1, answer(), null);
  expect(lastViewAt('/chapter/7')).toMatchObject({ pages: pages.slice(0, 4), scrolled: null });
});

test('the view is not used in 未成年人模式', () => {
  storeLastView(1, answer(), null);
  signIn({ id: 1, teen: true });
  expect(lastViewAt('/chapter/7')).toBeNull();
});

test.each([
  ['of paid pictures, which have signed addresses', { pages: [{ ...pages[0], url: '/img/p/0' }] }],
  ['of a comic behind a notice', { comic: { id: 1, title: '', direction: 'strip', restricted: true } }],
])('no view is stored %s, and the former one is deleted', (_name, change) => {
  storeLastView(1, answer(), null);
  storeLastView(1, answer(change), null);
  expect(localStorage.getItem('lastView')).toBeNull();
});

test.each(['{broken', '{"readerId":1}', '{"readerId":1,"chapterId":7}'])('a damaged view %s is ignored', (text) => {
  localStorage.setItem('lastView', text);
  expect(lastViewAt('/chapter/7')).toBeNull();
});
