import type { ReactNode } from 'react';

export type RewardKind = 'coins' | 'bonus' | 'tickets';
type PictureKind = RewardKind | 'pass';

/** The currencies of readers, in colour: a gold coin, a coral coin with a star, a ticket, a card with a moon for 月卡. */
export function RewardPicture({ kind, className = 'size-5' }: { kind: PictureKind; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
      {PICTURES[kind]}
    </svg>
  );
}

const PICTURES: Record<PictureKind, ReactNode> = {
  coins: (
    <>
      <circle cx="12" cy="13" r="10" fill="#b07a10" />
      <circle cx="12" cy="11.5" r="10" fill="#f0bb3f" />
      <circle cx="12" cy="11.5" r="7" fill="none" stroke="#c98f1d" strokeWidth="1.2" />
      <path d="M12 7.5l3.5 4-3.5 4-3.5-4z" fill="#b07a10" />
    </>
  ),
  bonus: (
    <>
      <circle cx="12" cy="13" r="10" fill="#b84a33" />
      <circle cx="12" cy="11.5" r="10" fill="#f28a6b" />
      <path
        d="M12 5.6l1.8 3.7 4.1.6-3 2.9.7 4.1-3.6-2-3.6 2 .7-4.1-3-2.9 4.1-.6z"
        fill="#fff3d6"
        stroke="#fff3d6"
        strokeLinejoin="round"
      />
    </>
  ),
  tickets: (
    <>
      <path
        d="M3.5 5.5h17A1.5 1.5 0 0 1 22 7v2.6a2.4 2.4 0 0 0 0 4.8V17a1.5 1.5 0 0 1-1.5 1.5h-17A1.5 1.5 0 0 1 2 17v-2.6a2.4 2.4 0 0 0 0-4.8V7a1.5 1.5 0 0 1 1.5-1.5z"
        fill="#2f9d92"
      />
      <path d="M15.5 7v10" stroke="#d9f3ee" strokeWidth="1.4" strokeDasharray="2 1.8" />
      <path d="M5.5 10h6.5M5.5 13.5h4.5" stroke="#d9f3ee" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  pass: (
    <>
      <rect x="1.5" y="5" width="21" height="15" rx="2.5" fill="#37478f" />
      <rect x="1.5" y="3.5" width="21" height="15" rx="2.5" fill="#5b70c8" />
      <path d="M11 6.2a5 5 0 1 0 4.6 7A4.3 4.3 0 0 1 11 6.2z" fill="#f6d77a" />
      <path d="M17.2 6.2l.6 1.5 1.5.6-1.5.6-.6 1.5-.6-1.5-1.5-.6 1.5-.6z" fill="#fff3d6" />
      <path d="M16.5 15.5h3.5" stroke="#c5cff3" strokeWidth="1.5" strokeLinecap="round" />
    </>
  ),
};
