// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { useCurrentAddress } from './use-current-address.ts';

function addressAfter(path: string | null) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={['/home', '/comic/26']} initialIndex={1}>
      {children}
    </MemoryRouter>
  );
  return renderHook(
    ({ current }) => {
      useCurrentAddress(current);
      return useLocation().pathname;
    },
    { wrapper, initialProps: { current: path } },
  );
}

test('the address becomes that of the merged comic', async () => {
  const { result } = addressAfter('/comic/25');
  await waitFor(() => expect(result.current).toBe('/comic/25'));
});

test('an address stays until the new one is known', async () => {
  const { result, rerender } = addressAfter(null);
  expect(result.current).toBe('/comic/26');
  rerender({ current: '/comic/25' });
  await waitFor(() => expect(result.current).toBe('/comic/25'));
});
