import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useClientState } from '../../state.ts';
import { heldPicture, holdPicture } from './held-pictures.ts';

const become = (id: number | null) => useClientState.setState({ userInfo: (id && { id }) as never });

beforeEach(() => {
  vi.stubGlobal(
    'Image',
    class {
      decode = async () => undefined;
    },
  );
  become(1);
});
afterEach(() => {
  become(null);
  vi.unstubAllGlobals();
});

const heldOf = (urls: string) => [...urls].filter((url) => heldPicture(url) !== null).join('');

test('the last four pictures are held', () => {
  for (const url of 'abcda') holdPicture(url, `data:${url}`);
  holdPicture('e', 'data:e');
  expect([heldOf('abcde'), heldPicture('a')]).toEqual(['acde', 'data:a']);
});

test('a picture is held only for its reader', () => {
  become(null);
  holdPicture('a', 'data:a');
  // The first session of a visit is not another reader.
  become(1);
  useClientState.setState({ counter: 1 });
  become(1);
  expect(heldOf('a')).toBe('a');
  become(2);
  expect(heldOf('a')).toBe('');
});
