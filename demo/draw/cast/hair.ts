import { type Canvas, ellipse, line, n, path, times } from '../canvas.ts';
import { darker, lighter } from '../color.ts';
import type { HairStyle } from './looks.ts';

/** A curtain of locks from one temple to the other, as a path; lengths go from left to right. */
function bangs(lengths: readonly number[], sway: number): string {
  const left = -92;
  const step = 184 / lengths.length;
  let d = 'M-94 22C-104 -64 -66 -122 0 -124C66 -122 104 -64 94 22';
  for (const [at, length] of [...lengths].reverse().entries()) {
    const right = -left - at * step;
    const tip = right - step / 2 + sway * step;
    const brow = -46 + 22 * ((right - step / 2) / 92) ** 2;
    d += `Q${n(right - step * 0.06)} ${n(brow + length * 0.5)} ${n(tip)} ${n(brow + length)}Q${n(right - step * 0.72)} ${n(brow + length * 0.4)} ${n(right - step)} ${n(at === lengths.length - 1 ? 22 : brow + 2)}`;
  }
  return `${d}z`;
}

const FRONT: Record<Exclude<HairStyle, 'bald'>, readonly [lengths: readonly number[], sway: number]> = {
  short: [[60, 34, 26, 40, 28, 52], 0.5],
  spiky: [[66, 24, 48, 20, 44, 30, 60], -0.7],
  bob: [[64, 30, 34, 36, 34, 30, 64], 0],
  long: [[84, 32, 34, 36, 34, 32, 84], 0],
  ponytail: [[78, 42, 26, 18, 26, 60], 0.6],
  twin: [[70, 24, 40, 22, 42, 24, 70], 0.2],
  bun: [[74, 20, 12, 14, 22, 74], -0.4],
  topknot: [[80, 10, 4, 4, 10, 80], 0.3],
  curly: [[52, 30, 36, 28, 36, 30, 52], 0.3],
};

/** The hair behind the head. */
export function hairBehind(c: Canvas, style: HairStyle, color: string): string {
  const fill = c.linear([
    [0, darker(color, 0.28)],
    [1, darker(color, 0.5)],
  ]);
  const strand = (d: string) => path(d, fill);
  switch (style) {
    case 'bald':
      return '';
    case 'long':
      return strand('M-98 -20C-122 90 -128 190 -112 300Q-84 318 -58 300L58 300Q84 318 112 300C128 190 122 90 98 -20z');
    case 'bob':
      return strand('M-98 -30C-122 40 -118 96 -98 128Q-60 140 -40 120L40 120Q60 140 98 128C118 96 122 40 98 -30z');
    case 'ponytail':
      return (
        strand('M40 -110C140 -130 176 -40 166 60C162 130 176 170 200 208C140 200 108 150 108 70C106 0 90 -50 40 -70z') +
        strand('M-96 -20C-104 30 -100 70 -88 96L88 96C100 70 104 30 96 -20z')
      );
    case 'twin':
      return (
        [-1, 1]
          .map(
            (side) =>
              `<g transform="scale(${side} 1)">${strand('M78 -62C150 -96 194 -10 182 80C178 140 196 180 210 214C150 206 122 150 126 80C128 20 112 -20 78 -40z')}${ellipse(92, -56, 17, 17, lighter(color, 0.5))}</g>`,
          )
          .join('') + strand('M-96 -20C-104 30 -98 66 -84 88L84 88C98 66 104 30 96 -20z')
      );
    case 'bun':
      return (
        ellipse(0, -132, 50, 44, fill) +
        ellipse(-10, -142, 22, 14, lighter(color, 0.2), 'opacity=".6"') +
        strand('M-94 -20C-104 40 -100 90 -104 170Q-84 150 -76 90L76 90Q84 150 104 170C100 90 104 40 94 -20z')
      );
    case 'topknot':
      return (
        ellipse(0, -142, 30, 34, fill) +
        strand('M-96 -20C-112 70 -112 160 -122 250L-64 200L64 200L122 250C112 160 112 70 96 -20z')
      );
    case 'curly':
      return (
        times(13, (at) => {
          const angle = Math.PI * (0.94 + (at / 12) * 1.12);
          return ellipse(Math.cos(angle) * 94, -14 + Math.sin(angle) * 96, 36, 36, fill);
        }) +
        ellipse(-96, 40, 30, 34, fill) +
        ellipse(96, 40, 30, 34, fill)
      );
    default:
      return strand('M-94 -30C-108 20 -104 56 -92 84L92 84C104 56 108 20 94 -30z');
  }
}

/** The hair over the forehead, with a highlight. */
export function hairInFront(c: Canvas, style: HairStyle, color: string, turn: number): string {
  if (style === 'bald') return '';
  const [lengths, sway] = FRONT[style];
  const d = bangs(lengths, sway);
  const fill = c.linear([
    [0, lighter(color, 0.24)],
    [0.5, color],
    [1, darker(color, 0.22)],
  ]);
  const shine = c.clipped(
    path(d, '#000'),
    line(
      `M-84 -58Q${n(turn * 20)} -104 84 -58`,
      lighter(color, 0.62),
      15,
      'opacity=".42" stroke-dasharray="30 7 52 9 18 12"',
    ),
  );
  const tufts =
    style === 'spiky'
      ? path('M-70 -96L-96 -136L-38 -116L-30 -156L8 -122L44 -158L48 -114L98 -128L72 -88z', fill)
      : style === 'short'
        ? path('M-8 -120Q10 -152 40 -150Q26 -136 34 -116z', fill)
        : '';
  const curls =
    style === 'curly'
      ? times(8, (at) =>
          ellipse(-80 + at * 23, -92 + Math.abs(at - 3.5) * 8, 25, 24, at % 2 ? color : lighter(color, 0.1)),
        )
      : '';
  const strands = times(4, (at) =>
    line(
      `M${n(-46 + at * 30)} -112Q${n(-62 + at * 40)} -80 ${n(-66 + at * 44)} -42`,
      darker(color, 0.3),
      2.2,
      'opacity=".4"',
    ),
  );
  return tufts + path(d, fill) + curls + strands + shine;
}
