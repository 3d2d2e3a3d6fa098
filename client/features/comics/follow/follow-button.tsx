import type { ReactNode } from 'react';
import type { ComicDetail } from '#contract/shapes';
import { type Follow, toggleFollow } from './follow.ts';
import { ringBell } from './ring-bell.ts';

type FollowButtonProps = { comic: ComicDetail; follow: Follow; label: string; done: string; icon: ReactNode };

/** Toggles a subscription or a favourite; the icon is filled while it is on. */
export function FollowButton({ comic, follow, label, done, icon }: FollowButtonProps) {
  const on = comic.me[follow];
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={({ currentTarget }) => {
        if (follow === 'subscribed' && !on) ringBell(currentTarget);
        void toggleFollow(comic.id, follow).catch(() => undefined);
      }}
      className="flex h-11 w-14 shrink-0 flex-col items-center justify-center text-xs text-soft active:opacity-60 aria-pressed:text-accent [&[aria-pressed=true]_path]:fill-current"
    >
      {icon}
      {on ? done : label}
    </button>
  );
}
