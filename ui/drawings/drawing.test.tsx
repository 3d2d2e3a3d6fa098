// @vitest-environment happy-dom
import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Drawing } from './drawing.tsx';

const { cats } = vi.hoisted(() => ({ cats: Promise.withResolvers<object>() }));
vi.mock('./cats.tsx', () => cats.promise);

test('a shape takes the place of a drawing while its code is loading, and if it can not be loaded', async () => {
  const { container } = render(<Drawing name="empty" />);
  const shape = container.querySelector('svg')?.outerHTML;
  expect(shape).toContain('ellipse');
  cats.reject(new Error('offline'));
  // Enough for React to render what replaces the shape.
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, 20)));
  expect(container.querySelector('svg')?.outerHTML).toBe(shape);
});
