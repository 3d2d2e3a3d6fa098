import { circle, line, n, path } from './canvas.ts';
import { darker } from './color.ts';

/** A figure from behind that looks into the distance. */
export function figure(
  x: number,
  y: number,
  size: number,
  color: string,
  rim: string,
  coat: string,
  hair: 'long' | 'short' | 'hat',
): string {
  const drawn =
    path('M-24 -6L-30 60L-10 60L-4 4L4 4L10 60L30 60L24 -6z', darker(color, 0.25)) +
    path('M-30 -104C-54 -60 -60 0 -66 24C-30 36 40 34 62 18C56 -10 54 -60 30 -104z', coat) +
    line('M-30 -104C-54 -60 -60 0 -66 24', rim, 5) +
    path('M30 -90C54 -70 92 -60 116 -74C92 -30 66 -34 40 -50z', coat) +
    circle(0, -142, 42, color) +
    (hair === 'long'
      ? path('M-42 -146C-54 -90 -46 -60 -40 -40C-10 -30 26 -32 44 -44C54 -70 52 -110 42 -146z', color)
      : path('M-42 -148L-52 -116L-34 -112L-20 -98L0 -106L22 -98L34 -112L52 -118L42 -148z', color)) +
    (hair === 'hat'
      ? path('M-84 -142Q0 -232 84 -142Q0 -122 -84 -142z', coat) +
        line('M-84 -142Q-30 -198 0 -188', rim, 5) +
        line('M44 -112L96 34', color, 9)
      : line('M-41 -134C-44 -170 -20 -186 6 -184', rim, 5));
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${size})">${drawn}</g>`;
}
