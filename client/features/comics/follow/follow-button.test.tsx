// @vitest-environment happy-dom
import { fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ComicDetail } from '#contract/shapes';
import { BellIcon } from '../../../../ui/screen-icons.tsx';
import { FollowButton } from './follow-button.tsx';

vi.mock('./follow.ts', () => ({ toggleFollow: async () => undefined }));

test.each([
  { follow: 'subscribed', on: false, calm: false, rings: 1 },
  { follow: 'subscribed', on: true, calm: false, rings: 0 },
  { follow: 'favorited', on: false, calm: false, rings: 0 },
  { follow: 'subscribed', on: false, calm: true, rings: 0 },
] as const)(
  'a tap on $follow, which is $on, rings $rings times with reduced motion $calm',
  ({ follow, on, calm, rings }) => {
    vi.stubGlobal('matchMedia', () => ({ matches: calm }));
    const animate = vi.fn();
    SVGElement.prototype.animate = animate;
    const comic = { id: 1, me: { subscribed: on, favorited: on } } as unknown as ComicDetail;
    const shown = render(<FollowButton comic={comic} follow={follow} label="订阅" done="已订阅" icon={<BellIcon />} />);
    fireEvent.click(shown.getByRole('button'));
    expect(animate).toHaveBeenCalledTimes(rings);
    shown.unmount();
    vi.unstubAllGlobals();
  },
);
