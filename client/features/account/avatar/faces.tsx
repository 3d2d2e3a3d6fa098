import type { ReactNode } from 'react';

const INK = '#1d2b29';
const PINK = '#f2a0a0';

type Animal = { name: string; ground: string; fur: string; ears: ReactNode; muzzle?: string };

const POINTED = <path d="M13 30l2-20 15 9zM51 30l-2-20-15 9z" />;
const ROUND = <path d="M9 19a8 8 0 1 1 16 0 8 8 0 1 1-16 0zM39 19a8 8 0 1 1 16 0 8 8 0 1 1-16 0z" />;
const LONG = <path d="M19 30C14 16 17 3 22 3s7 12 7 22zM45 30C50 16 47 3 42 3s-7 12-7 22z" />;
const HANGING = <path d="M17 22C8 20 5 34 9 45c6 1 9-6 10-12zM47 22c9-2 12 12 8 23-6 1-9-6-10-12z" opacity="0.75" />;
const EYES_ON_TOP = <path d="M12 22a8 8 0 1 1 16 0 8 8 0 1 1-16 0zM36 22a8 8 0 1 1 16 0 8 8 0 1 1-16 0z" />;
const TUFT = <path d="M32 20c-6-4-6-10-3-12 1 4 3 4 3 4s1-4 5-4c1 4-1 9-5 12z" />;

/** In the order of their numbers, from 1 on. The first has the site's colour. */
const ANIMALS: readonly Animal[] = [
  { name: '小猫', ground: 'var(--tint)', fur: 'var(--accent)', ears: POINTED, muzzle: '#e2f2f0' },
  { name: '小熊', ground: '#f6dfc2', fur: '#a8713f', ears: ROUND, muzzle: '#f3dcc0' },
  { name: '兔子', ground: '#f9d5dd', fur: '#fbf4f2', ears: LONG },
  { name: '狐狸', ground: '#cfe5ee', fur: '#e2793a', ears: POINTED, muzzle: '#fff3e6' },
  { name: '小狗', ground: '#dcd9f2', fur: '#d9b382', ears: HANGING, muzzle: '#fdf3e4' },
  { name: '青蛙', ground: '#fbeab4', fur: '#6bb36a', ears: EYES_ON_TOP },
  { name: '小鸡', ground: '#cfeadf', fur: '#f6cf57', ears: TUFT },
  { name: '幽灵', ground: '#3d3a63', fur: '#eceaf7', ears: null },
];

export function faceName(face: number): string {
  return ANIMALS[face - 1]?.name ?? '等级图标';
}

/** The head of an animal on its ground. */
export function Face({ face }: { face: number }) {
  const animal = ANIMALS[face - 1];
  if (!animal) return null;
  const { ground, fur, ears, muzzle } = animal;
  return (
    <svg viewBox="0 0 64 64" aria-hidden className="size-full">
      <path d="M0 0h64v64H0z" fill={ground} />
      <g fill={fur}>
        {ears}
        <path d="M32 17c15 0 22 9 22 20S45 56 32 56 10 48 10 37s7-20 22-20z" />
      </g>
      {muzzle && <ellipse cx="32" cy="45" rx="11" ry="8" fill={muzzle} />}
      <g fill={INK}>
        <ellipse cx="23" cy="35" rx="3.2" ry="4.2" />
        <ellipse cx="41" cy="35" rx="3.2" ry="4.2" />
        <path d="M29.5 41h5l-2.5 3z" />
      </g>
      <path d="M28 46q2 3 4 0q2 3 4 0" fill="none" stroke={INK} strokeWidth="1.6" strokeLinecap="round" />
      <g fill="#fff">
        <circle cx="24" cy="33.5" r="1.2" />
        <circle cx="42" cy="33.5" r="1.2" />
      </g>
      <g fill={PINK} opacity="0.7">
        <circle cx="16.5" cy="43" r="3" />
        <circle cx="47.5" cy="43" r="3" />
      </g>
    </svg>
  );
}
