import { beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from '../../../runtime/testing/fake-page.ts';

vi.mock('../../../runtime/browser.ts', () => ({ send: vi.fn(), session: {} }));

const { document, local } = stubPage();
const { comicRead } = await import('#contract/calls/comic');
const { queryClient } = await import('../../../runtime/queries/queries.ts');
const { useSettings } = await import('../../../settings.ts');
const { useClientState } = await import('../../../state.ts');
const { saveLastView } = await import('./save-last-view.ts');
const { lastViewAt } = await import('./last-view.ts');

const READER = { id: 1, teen: false };
const WINDOW = { left: 0, top: 0, right: 390, bottom: 844, width: 390, height: 844 };
const box = (top: number, height: number) => ({ left: 0, top, right: 390, bottom: top + height, width: 390, height });
type Box = ReturnType<typeof box>;
/** A picture on the screen, inside the box of its page. */
const slot = (source: string, at: Box, room: Box = at) => ({
  dataset: { source },
  getBoundingClientRect: () => at,
  closest: () => ({ getBoundingClientRect: () => room }),
});
let slots: ReturnType<typeof slot>[];
let dimmer: object | null;
let comic: { restricted?: true };

vi.stubGlobal('innerWidth', WINDOW.width);
vi.stubGlobal('innerHeight', WINDOW.height);
vi.stubGlobal('location', { pathname: '/chapter/7' });
vi.stubGlobal('getComputedStyle', () => ({ backgroundColor: 'white' }));
const reader = { querySelectorAll: () => slots, closest: () => ({ querySelector: () => dimmer }) };
Object.assign(document, { querySelector: () => reader });

saveLastView();
const leave = () => {
  document.hidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
};
const open = (first: string) =>
  queryClient.setQueryData([comicRead.path, { id: 7 }], {
    comic,
    pages: [
      { url: first, color: '#aaaaaa' },
      { url: '/img/b', color: '#bbbbbb', pieces: [{ url: '/img/b1' }, { url: '/img/b2' }] },
    ],
  });

beforeEach(() => {
  local.clear();
  comic = {};
  useSettings.setState({ consent: 'given' });
  useClientState.setState({ userInfo: { id: 1, unread: { updates: 0 } } as never });
  open('/img/a');
  slots = [slot('7/0/0', box(-400, 600)), slot('7/1/1', box(200, 600)), slot('7/1/2', box(900, 600))];
  dimmer = null;
});

test('the last visible pictures are shown again to the same reader, at the same address, in the same window', () => {
  leave();
  expect(lastViewAt('/chapter/7', READER)).toMatchObject({
    ground: 'white',
    pictures: [
      { url: '/img/a', color: '#aaaaaa', left: 0, top: -400, width: 390, height: 600 },
      { url: '/img/b2', color: '#bbbbbb', left: 0, top: 200, width: 390, height: 600 },
    ],
  });
  expect(lastViewAt('/chapter/8', READER)).toBeUndefined();
  expect(lastViewAt('/chapter/7', { ...READER, id: 2 })).toBeUndefined();
  vi.stubGlobal('innerHeight', 390);
  expect(lastViewAt('/chapter/7', READER)).toBeUndefined();
  vi.stubGlobal('innerHeight', WINDOW.height);
});

test('a picture that ends where the window begins, or begins where it ends, is not in view', () => {
  const beside = (left: number) => ({ ...box(0, 600), left, right: left + 390 });
  for (const at of [box(-600, 600), box(844, 600), beside(-390), beside(390)]) {
    slots = [slot('7/1/1', box(200, 600)), slot('7/0/0', at)];
    leave();
    expect(lastViewAt('/chapter/7', READER)?.pictures).toHaveLength(1);
  }
});

test('the view is not used in 未成年人模式', () => {
  leave();
  expect(lastViewAt('/chapter/7', { ...READER, teen: true })).toBeUndefined();
});

test.each([
  ['of a reader without consent', () => useSettings.setState({ consent: 'refused' })],
  ['of an unknown reader', () => useClientState.setState({ userInfo: null })],
  [
    'of a chapter behind a notice',
    () => {
      comic = { restricted: true };
      open('/img/a');
    },
  ],
  ['of paid pictures, which have signed addresses', () => open('/img/p/a')],
  [
    'of dimmed pages',
    () => {
      dimmer = {};
    },
  ],
  ['of pictures whose white edges were cut', () => slots.unshift(slot('7/0/0', box(0, 600), box(50, 500)))],
  ['without a visible picture', () => slots.splice(0, 2)],
])('nothing is saved %s', (_, make) => {
  make();
  leave();
  expect(local.get('sight')).toBeUndefined();
});

const WITHOUT_PICTURES = `{"readerId":1,"path":"/chapter/7","window":[${[innerWidth, innerHeight]}],"ground":"#fff"}`;

test.each(['{broken', '{"readerId":1}', '{"readerId":1,"path":"/chapter/7"}', WITHOUT_PICTURES])(
  'a damaged view %s is ignored',
  (text) => {
    local.set('sight', text);
    expect(lastViewAt('/chapter/7', READER)).toBeUndefined();
  },
);
