// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { usePresentAddress } from './use-present-address.ts';

function addressAfter(path: string | null) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={['/home', '/comic/26']} initialIndex={1}>
      {children}
    </MemoryRouter>
  );
  return renderHook(
    ({ present }) => {
      usePresentAddress(present);
      return useLocation().pathname;
    },
    { wrapper, initialProps: { present: path } },
  );
}

test('the address becomes that of the merged comic', async () => {
  const { result } = addressAfter('/comic/25');
  await waitFor(() => expect(result.current).toBe('/comic/25'));
});

test('an address stays until the new one is known', async () => {
  const { result, rerender } = addressAfter(null);
  expect(result.current).toBe('/comic/26');
  rerender({ present: '/comic/25' });
  await waitFor(() => expect(result.current).toBe('/comic/25'));
});
