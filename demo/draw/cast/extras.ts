import { type Canvas, circle, line, n, path, rect, times } from '../canvas.ts';
import { darker, lighter } from '../color.ts';
import type { Extra } from './looks.ts';

type Wearer = { extras: readonly Extra[]; trim: string; hairColor: string };
type Worn = (c: Canvas, trim: string, dx: number) => string;

const bothSides = (draw: (side: number) => string) => draw(-1) + draw(1);

const glasses: Worn = (_c, _trim, dx) =>
  bothSides((side) => circle(side * 40 + dx, 22, 32, '#fff', 'fill-opacity=".16" stroke="#3a2f3f" stroke-width="5"')) +
  line(`M${n(dx - 8)} 20h16`, '#3a2f3f', 5) +
  line(`M${n(dx - 58)} 8l16 -12M${n(dx + 22)} 8l16 -12`, '#fff', 4, 'opacity=".7"');

const headphones: Worn = (_c, trim) =>
  line('M-100 12C-108 -136 108 -136 100 12', darker(trim, 0.2), 15) +
  bothSides(
    (side) =>
      rect(side * 102 - 19, -12, 38, 68, trim, 'rx="18"') +
      rect(side * 102 - 9, 0, 18, 44, lighter(trim, 0.4), 'rx="9"'),
  );

const flower: Worn = (_c, trim) =>
  times(5, (at) => {
    const angle = (at * Math.PI * 2) / 5;
    return circle(-74 + Math.cos(angle) * 17, -70 + Math.sin(angle) * 17, 14, lighter(trim, 0.35));
  }) + circle(-74, -70, 9, '#ffd75e');

const ribbon: Worn = (_c, trim) =>
  path('M66 -92L112 -128L116 -72zM66 -92L20 -112L38 -62z', trim) + circle(66, -92, 13, darker(trim, 0.2));

const hat: Worn = (c, trim) =>
  path(
    'M-100 -70C-92 -150 -58 -178 0 -178C58 -178 92 -150 100 -70Q0 -36 -100 -70z',
    c.linear([
      [0, lighter(trim, 0.2)],
      [1, trim],
    ]),
  ) +
  path('M-102 -74Q0 -38 102 -74L104 -52Q0 -12 -104 -52z', darker(trim, 0.45)) +
  path('M-186 -62Q-104 -14 0 -14Q104 -14 186 -62Q150 -38 104 -52Q0 -16 -104 -52Q-150 -38 -186 -62z', trim);

const horns: Worn = (c) =>
  bothSides(
    (side) =>
      `<g transform="scale(${side} 1)">${path(
        'M52 -100Q64 -160 112 -176Q96 -134 92 -84z',
        c.linear([
          [0, '#fff2cf'],
          [1, '#b98a52'],
        ]),
      )}</g>`,
  );

const mask: Worn = () =>
  `<g transform="translate(78 -78) rotate(24)">${path(
    'M-46 -20Q-58 -74 -30 -62L-12 -40L12 -40L30 -62Q58 -74 46 -20Q40 42 0 56Q-40 42 -46 -20z',
    '#fffaf2',
  )}${line('M-26 -4q10 -10 20 0M6 -4q10 -10 20 0', '#c8372d', 6)}${circle(0, 24, 6, '#2b1d22')}${line('M-34 18l16 4M34 18l-16 4', '#c8372d', 4)}</g>`;

const crown: Worn = (c, trim) =>
  path(
    'M-56 -112L-66 -166L-28 -138L0 -178L28 -138L66 -166L56 -112Q0 -96 -56 -112z',
    c.linear([
      [0, '#fff0a8'],
      [1, '#e0a530'],
    ]),
  ) + circle(0, -126, 8, trim);

/** Accessories over the hair. Beards and ears are drawn with the head. */
const WORN: Partial<Record<Extra, Worn>> = { glasses, headphones, flower, ribbon, hat, horns, mask, crown };

export function wornBy(c: Canvas, { extras, trim }: Wearer, turn: number): string {
  return extras.map((extra) => WORN[extra]?.(c, trim, turn * 15) ?? '').join('');
}
