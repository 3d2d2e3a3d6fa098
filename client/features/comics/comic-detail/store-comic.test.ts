import { beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from '../../../runtime/testing/fake-page.ts';

vi.mock('../../../runtime/browser.ts', () => ({ send: vi.fn(), session: {} }));

const { document, local } = stubPage();
const { queryClient } = await import('../../../runtime/queries/queries.ts');
const { useSettings } = await import('../../../settings.ts');
const { useClientState } = await import('../../../state.ts');
const { detailKey } = await import('./comic-detail.ts');
const { markForNewReader } = await import('./for-new-reader.ts');
const { storeOpenComic } = await import('./store-comic.ts');
const { storedComicAt } = await import('./stored-comic.ts');

const COMIC = { id: 7, title: '海上的岛', cover: { url: '/img/a.webp' } };

storeOpenComic();
const leave = () => {
  vi.stubGlobal('location', { pathname: '/comic/7' });
  document.hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
};
beforeEach(() => {
  local.clear();
  useSettings.setState({ consent: 'given' });
  useClientState.setState({ userInfo: { id: 1, unread: { updates: 0 } } as never });
  queryClient.setQueryData(detailKey(7), COMIC);
});

test('the open comic is stored when the page is left, for its reader and its address', () => {
  leave();
  expect(storedComicAt('/comic/7', { id: 1, teen: false })).toEqual(COMIC);
  expect(storedComicAt('/comic/8', { id: 1, teen: false })).toBeUndefined();
  expect(storedComicAt('/comic/7', { id: 2, teen: false })).toBeUndefined();
  expect(storedComicAt('/comic/7', { id: 1, teen: true })).toBeUndefined();
});

test('without consent nothing is stored', () => {
  useSettings.setState({ consent: 'refused' });
  leave();
  expect(storedComicAt('/comic/7', { id: 1, teen: false })).toBeUndefined();
});

test('a comic that is shown as a new reader sees it is not stored', () => {
  queryClient.setQueryData(detailKey(7), markForNewReader(COMIC));
  leave();
  expect(storedComicAt('/comic/7', { id: 1, teen: false })).toBeUndefined();
});

test('a comic rated 18 is not restored, because its notice comes first', () => {
  queryClient.setQueryData(detailKey(7), { ...COMIC, ageRating: '18' });
  leave();
  expect(storedComicAt('/comic/7', { id: 1, teen: false })).toBeUndefined();
});

test.each(['{broken', '{"readerId":1}', '{"readerId":1,"comic":{"id":7}}'])('damaged data %s is ignored', (text) => {
  local.set('comic', text);
  expect(storedComicAt('/comic/7', { id: 1, teen: false })).toBeUndefined();
});
