// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listenToFinger } from './listen-to-finger.ts';

test('a finger is followed although a loaded list replaces what it has touched', () => {
  const touched = document.body.appendChild(document.createElement('p'));
  const seen: string[] = [];
  const note = ({ type }: TouchEvent) => void seen.push(type);
  const stop = listenToFinger(note, { touchmove: note, touchend: note, touchcancel: note });
  fireEvent.touchStart(touched);
  touched.remove();
  fireEvent.touchMove(touched);
  fireEvent.touchEnd(touched);
  expect(seen).toEqual(['touchstart', 'touchmove', 'touchend']);
  // The next finger touches another element.
  fireEvent.touchStart(document.body);
  fireEvent.touchCancel(touched);
  fireEvent.touchCancel(document.body);
  expect(seen.slice(3)).toEqual(['touchstart', 'touchcancel']);
  stop();
  fireEvent.touchStart(document.body);
  fireEvent.touchMove(document.body);
  expect(seen).toHaveLength(5);
});
