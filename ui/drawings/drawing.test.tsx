// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Drawing } from './drawing.tsx';

const { cats } = vi.hoisted(() => ({ cats: Promise.withResolvers<object>() }));
vi.mock('./cats.tsx', () => cats.promise);

test('a shape takes the place of a drawing while its code is loading, and if it can not be loaded', async () => {
  const { container } = render(<Drawing name="empty" />);
  const shape = container.querySelector('svg')?.outerHTML;
  expect(shape).toContain('ellipse');
  cats.reject(new Error('offline'));
  await vi.waitFor(() => expect(container.querySelector('svg')?.isConnected).toBe(true));
  expect(container.querySelector('svg')?.outerHTML).toBe(shape);
});
