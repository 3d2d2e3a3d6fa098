// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { dialogHost, overlayHost } from './overlay-host.ts';

const { letGo, letBack, back } = vi.hoisted(() => ({ letGo: vi.fn(), letBack: vi.fn(), back: { close: () => {} } }));
vi.mock('./sheet-drag.ts', () => ({ followFinger: () => letGo }));
vi.mock('./dialog-entry.ts', () => ({
  holdBack(close: () => void) {
    back.close = close;
    return letBack;
  },
}));

beforeEach(() => () => {
  cleanup();
  vi.clearAllMocks();
});

function open(title = 'A') {
  const first = vi.fn();
  const latest = vi.fn();
  const children = createElement('p', null, `in ${title}`);
  const as = (onClose: () => void) => createElement(Dialog, { title, onClose, children });
  const { rerender, unmount } = render(as(first));
  rerender(as(latest));
  return { first, latest, unmount, dialog: screen.getByRole<HTMLDialogElement>('dialog', { name: title }) };
}

test('only a click that starts and ends beside a dialog closes it', () => {
  const { dialog, latest } = open();
  const text = screen.getByText('in A');
  const click = (from: Element, to: Element) => {
    fireEvent.pointerDown(from);
    fireEvent.click(to);
    return latest.mock.calls.length;
  };
  expect([click(text, dialog), click(text, text), click(dialog, text), click(dialog, dialog)]).toEqual([0, 0, 0, 1]);
});

test('going back and Esc close it with the latest callback', () => {
  const { dialog, first, latest } = open();
  back.close();
  dialog.dispatchEvent(new Event('close'));
  expect([latest.mock.calls.length, first.mock.calls.length]).toEqual([2, 0]);
});

test('a finger beside a dialog scrolls nothing, a finger in it does', () => {
  const { dialog } = open();
  expect([fireEvent.touchMove(dialog), fireEvent.touchMove(screen.getByText('in A'))]).toEqual([false, true]);
});

test('a dialog has the focus, not its first button', () => {
  const { dialog } = open();
  expect(document.activeElement).toBe(dialog.firstElementChild);
});

test('overlays are in the topmost dialog, and in the page if none is open', () => {
  const below = open('A');
  const above = open('B');
  expect(overlayHost.parentElement).toBe(above.dialog);
  above.unmount();
  expect(overlayHost.parentElement).toBe(below.dialog);
  const last = open('C');
  below.unmount();
  expect(overlayHost.parentElement).toBe(last.dialog);
  last.unmount();
  expect(overlayHost.parentElement).toBe(dialogHost);
});

test('an unmounted dialog is closed and has no listeners', () => {
  const { dialog, latest, unmount } = open();
  unmount();
  expect([dialog.open, letGo.mock.calls.length, letBack.mock.calls.length]).toEqual([false, 1, 1]);
  dialog.dispatchEvent(new Event('close'));
  expect([latest.mock.calls.length, fireEvent.touchMove(dialog)]).toEqual([0, true]);
});

test('the second tap of a double tap in a dialog that closes is not a tap on the page', () => {
  vi.useFakeTimers();
  const { unmount } = open();
  const pressed = vi.fn();
  const below = document.body.appendChild(document.createElement('button'));
  below.addEventListener('click', pressed);
  const tap = (on: Element, clientX: number, detail = 1, pointerType?: string) => {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, clientX, clientY: 500, detail });
    if (pointerType) Object.assign(click, { pointerType });
    on.dispatchEvent(click);
    return pressed.mock.calls.length;
  };
  tap(screen.getByText('in A'), 100);
  vi.advanceTimersByTime(200);
  unmount();
  const [same, beside, byKey] = [tap(below, 110), tap(below, 160), tap(below, 100, 0)];
  const [secondOfMouse, firstOfMouse] = [tap(below, 100, 2, 'mouse'), tap(below, 100, 1, 'mouse')];
  vi.advanceTimersByTime(199);
  expect([same, beside, byKey, secondOfMouse, firstOfMouse, tap(below, 100, 1, 'touch')]).toEqual([0, 1, 2, 2, 3, 3]);
  vi.advanceTimersByTime(1);
  expect(tap(below, 100)).toBe(4);
  below.remove();
  vi.useRealTimers();
});

test('a tap on the page at the place of an earlier tap in a dialog counts', () => {
  vi.useFakeTimers();
  const { unmount } = open();
  const pressed = vi.fn();
  const below = document.body.appendChild(document.createElement('button'));
  below.addEventListener('click', pressed);
  fireEvent.click(screen.getByText('in A'), { clientX: 100, clientY: 500, detail: 1 });
  vi.advanceTimersByTime(400);
  unmount();
  fireEvent.click(below, { clientX: 100, clientY: 500, detail: 1 });
  expect(pressed).toHaveBeenCalledTimes(1);
  below.remove();
  vi.useRealTimers();
});
