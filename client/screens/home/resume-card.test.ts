// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { useReadAhead } from '../../features/reading/read-ahead/use-read-ahead.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { resumeOf } from './resume.ts';
import { ResumeCard } from './resume-card.tsx';

vi.mock('../../features/reading/read-ahead/use-read-ahead.ts', () => ({ useReadAhead: vi.fn() }));
vi.mock('../../features/pictures/lazy-image/lazy-image.tsx', () => ({ LazyImage: () => null }));
vi.mock('../../runtime/queries/queries.ts', () => ({ useCall: vi.fn() }));
vi.mock('./resume.ts', () => ({ resumeOf: vi.fn() }));

const resume = (title: string, more = 0, fresh = 0) => ({
  at: `at ${title}`,
  to: '/comic/1/7',
  chapterId: 7,
  title,
  cover: { url: '/c', width: 8, height: 5, color: '#000' },
  line: 'L',
  percent: 40,
  more,
  fresh,
});
const onEmpty = vi.fn();
const kept = () => JSON.parse(localStorage.getItem('resume') ?? 'null')?.title ?? null;
const keep = (title: string) => localStorage.setItem('resume', JSON.stringify(resume(title)));

beforeEach(() => {
  vi.mocked(useCall).mockReturnValue({ data: undefined } as never);
  return () => {
    cleanup();
    localStorage.clear();
    vi.clearAllMocks();
  };
});

function open({ answer, shown = true }: { answer?: ReturnType<typeof resume> | null; shown?: boolean } = {}) {
  const data = answer === undefined ? undefined : { list: [] };
  vi.mocked(useCall).mockReturnValue({ data } as never);
  vi.mocked(resumeOf).mockReturnValue(answer ?? null);
  render(createElement(MemoryRouter, null, createElement(ResumeCard, { shown, onEmpty })));
  return screen.queryByRole('link')?.textContent ?? null;
}

test('the stored comic is shown until the account answers, then the account’s', () => {
  keep('old');
  expect(open()).toContain('old');
  expect([onEmpty.mock.calls, kept()]).toEqual([[], 'old']);
  cleanup();
  expect(open({ answer: resume('new', 2) })).toContain('new');
  expect([onEmpty.mock.calls, kept(), screen.queryByText(/还有 2 话/) !== null]).toEqual([[], 'new', true]);
});

test('only chapters that came after the last visit are an update', () => {
  expect(open({ answer: resume('new', 3, 2) })).toContain('更新 2 话');
  cleanup();
  expect(open({ answer: resume('new', 3) })).toContain('还有 3 话');
});

test('without further chapters there is no note', () => {
  expect(open({ answer: resume('new') })).not.toMatch(/还有|更新/);
});

test('when nothing is left to read, the stored comic is removed', () => {
  keep('old');
  open({ answer: null });
  expect([onEmpty.mock.calls.length, kept()]).toEqual([1, null]);
});

test('a dismissed comic does not return, and a later one is shown', () => {
  keep('old');
  open();
  fireEvent.click(screen.getByRole('button', { name: '不再显示' }));
  expect([onEmpty.mock.calls.length, kept()]).toEqual([1, null]);
  cleanup();
  open({ answer: resume('old') });
  expect([onEmpty.mock.calls.length, kept()]).toEqual([2, null]);
  cleanup();
  open({ answer: resume('later') });
  expect([onEmpty.mock.calls.length, kept()]).toEqual([2, 'later']);
});

test.each([
  [true, 7],
  [false, null],
])('the chapter is read ahead only if the card is shown: %j', (shown, chapterId) => {
  keep('old');
  expect(open({ shown }) !== null).toBe(shown);
  expect(vi.mocked(useReadAhead).mock.lastCall).toEqual([chapterId]);
});

test('without a stored comic there is no card and nothing is read ahead', () => {
  expect([open(), vi.mocked(useReadAhead).mock.lastCall]).toEqual([null, [null]]);
});
