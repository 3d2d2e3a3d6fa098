import { beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from '../../../runtime/testing/fake-page.ts';

const { local } = stubPage();
const { useSettings } = await import('../../../settings.ts');
const { storePictures } = await import('./store-pictures.ts');
const { storedPictures } = await import('./stored-pictures.ts');

const phone = { width: 390, height: 844 };
const picture = (source: string | null, isStored = false, isShown = true) => ({
  ready: Promise.resolve(source ?? ''),
  width: 120,
  source,
  isStored,
  isShown,
});
/** The page was opened at a path, and has loaded these pictures since. */
function open(path: string, pictures: Record<string, ReturnType<typeof picture>>) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { name: `https://site.example${path}?from=home` },
  ] as PerformanceEntryList);
  globalThis.firstPictures = new Map(Object.entries(pictures));
  storePictures();
}

beforeEach(() => {
  local.clear();
  vi.stubGlobal('screen', phone);
  vi.stubGlobal('devicePixelRatio', 2);
  useSettings.setState({ consent: 'given' });
});

test('the pictures of the opened screen are stored, without those that have not loaded', () => {
  open('/', { '/a': picture('data:a'), '/b': picture(null) });
  expect(storedPictures('/home')).toEqual({ '/a': { width: 120, source: 'data:a' } });
  expect(storedPictures('/')).toEqual(storedPictures('/home'));
  expect(storedPictures('/comic/1')).toEqual({});
});

test('the pictures of home and of the last comic are kept, those of other screens are not', () => {
  open('/home', { '/a': picture('data:a') });
  open('/comic/1', { '/b': picture('data:b') });
  open('/comic/2', { '/c': picture('data:c') });
  open('/chapter/3', { '/d': picture('data:d') });
  expect(storedPictures('/comic/1')).toEqual({});
  expect(storedPictures('/comic/2')).toHaveProperty('/c');
  expect(storedPictures('/home')).toHaveProperty('/a');
  expect(storedPictures('/chapter/3')).toEqual({});
});

test('pictures that are no longer shown are deleted when new ones are stored, and not before', () => {
  open('/home', { '/a': picture('data:a'), '/b': picture('data:b') });
  open('/home', { '/a': picture('data:a', true) });
  expect(Object.keys(storedPictures('/home'))).toEqual(['/a', '/b']);
  open('/home', { '/a': picture('data:a', true), '/c': picture('data:c') });
  expect(Object.keys(storedPictures('/home'))).toEqual(['/a', '/c']);
});

test('a phone that is held in another way, or has another density, gets pictures of its own', () => {
  open('/home', { '/a': picture('data:a') });
  vi.stubGlobal('devicePixelRatio', 3);
  expect(storedPictures('/home')).toEqual({});
  vi.stubGlobal('devicePixelRatio', 2);
  vi.stubGlobal('screen', { width: 844, height: 390 });
  expect(storedPictures('/home')).toEqual({});
  vi.stubGlobal('screen', phone);
  expect(storedPictures('/home')).toHaveProperty('/a');
});

test('the stored pictures leave room for data that can’t be fetched again', () => {
  const large = 'x'.repeat(400_000);
  open('/home', { '/a': picture(large), '/b': picture(large), '/c': picture(large), '/d': picture('small') });
  expect(Object.keys(storedPictures('/home'))).toEqual(['/a', '/b', '/d']);
});

test.each(['refused', null] as const)('nothing is stored if the consent is %s', (consent) => {
  useSettings.setState({ consent });
  open('/home', { '/a': picture('data:a') });
  expect(storedPictures('/home')).toEqual({});
});

test('damaged data is ignored', () => {
  local.set('homePictures', '{"path":"/home","screen":"390,844,2"}');
  expect(storedPictures('/home')).toEqual({});
});
