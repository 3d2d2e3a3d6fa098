// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import type { UserInfo } from '#contract/shapes';
import { setSettings } from '../../settings.ts';
import { useClientState } from '../../state.ts';
import { storedShelf, storeShelf } from './stored-shelf.ts';
import type { Item } from './tabs.ts';

const signIn = (user: Partial<UserInfo> | null) =>
  useClientState.setState({ userInfo: user && ({ id: 7, teen: false, ...user } as UserInfo) });
const items = Array.from({ length: 51 }, (_, id) => ({ comic: { id } })) as Item[];
const idsOf = (list: readonly Item[]) => list.map(({ comic }) => comic.id);

beforeEach(() => {
  localStorage.clear();
  signIn({});
  setSettings({ consent: 'given' });
});

test('the first fifty comics of the shelf are stored for their reader', () => {
  expect(storedShelf()).toEqual([]);
  storeShelf(items);
  expect(idsOf(storedShelf())).toEqual(idsOf(items.slice(0, 50)));
});

test.each<[string, Partial<UserInfo> | null]>([
  ['another reader', { id: 8 }],
  ['nobody', null],
  ['the reader in 未成年人模式', { teen: true, teenTier: 'under16' }],
])('%s is not shown the stored shelf', (_name, user) => {
  storeShelf(items);
  signIn(user);
  expect(storedShelf()).toEqual([]);
});

test('nothing is stored of a reader who refuses it', () => {
  setSettings({ consent: 'refused' });
  storeShelf(items);
  expect(storedShelf()).toEqual([]);
});
