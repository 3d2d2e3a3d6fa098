// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { Activity, createElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ResumeCardProps } from './resume.ts';
import { ResumePlace } from './resume-place.tsx';

const card = vi.hoisted(() => ({ props: [] as ResumeCardProps[] }));
vi.mock('./resume-card.tsx', () => ({
  ResumeCard(props: ResumeCardProps) {
    card.props.push(props);
    return null;
  },
}));

const scrollY = vi.spyOn(window, 'scrollY', 'get');
const children = createElement(ResumePlace);
const screenAs = (mode: 'visible' | 'hidden') => createElement(Activity, { mode, children });
const isShown = ({ firstElementChild: place }: Element) => place?.classList.contains('hidden') === false;
const keep = () => localStorage.setItem('resume', '{}');

beforeEach(() => {
  scrollY.mockReturnValue(0);
  return () => {
    cleanup();
    localStorage.clear();
    card.props.length = 0;
  };
});

test('the card’s place is in the first frame if a comic is stored, and removed when it is empty', async () => {
  keep();
  const { container } = render(screenAs('visible'));
  expect(isShown(container)).toBe(true);
  await act(async () => undefined);
  expect(card.props.at(-1)?.shown).toBe(true);
  await act(async () => card.props.at(-1)?.onEmpty());
  expect([isShown(container), card.props.at(-1)?.shown]).toEqual([false, false]);
});

test.each([
  ['its top', 0, true],
  ['below its top', 1, false],
])('a comic stored on another screen is shown when the screen is shown again at %s: %#', async (_name, at, isThere) => {
  const { container, rerender } = render(screenAs('visible'));
  await act(async () => undefined);
  expect(isShown(container)).toBe(false);
  keep();
  await act(async () => rerender(screenAs('visible')));
  expect(isShown(container)).toBe(false);
  await act(async () => rerender(screenAs('hidden')));
  scrollY.mockReturnValue(at);
  await act(async () => rerender(screenAs('visible')));
  expect(isShown(container)).toBe(isThere);
});

test('a removed comic is gone when the screen is shown again', async () => {
  keep();
  const { container, rerender } = render(screenAs('visible'));
  await act(async () => rerender(screenAs('hidden')));
  localStorage.clear();
  await act(async () => rerender(screenAs('visible')));
  expect(isShown(container)).toBe(false);
});
