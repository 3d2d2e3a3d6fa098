import { type Canvas, ellipse, line, path } from '../canvas.ts';
import { darker, lighter } from '../color.ts';
import type { Mood } from './face.ts';
import type { Person } from './person.ts';

/** Hands beside a portrait, in its coordinates; the right one of the picture unless both are shown. */
export const GESTURES = ['wave', 'fist', 'point', 'chin', 'cheeks'] as const;
export type Gesture = (typeof GESTURES)[number];

const BY_MOOD: Partial<Record<Mood, readonly Gesture[]>> = {
  happy: ['wave'],
  laugh: ['wave'],
  firm: ['fist', 'point'],
  angry: ['point', 'fist'],
  surprised: ['cheeks'],
  shy: ['cheeks'],
  smirk: ['chin', 'point'],
  calm: ['chin'],
};

/** The gestures that suit a mood; none for the sad ones. */
export const gesturesOf = (mood: Mood): readonly Gesture[] => BY_MOOD[mood] ?? [];

export function drawGesture(c: Canvas, who: Person, gesture: Gesture): string {
  switch (gesture) {
    case 'wave':
      return forearm(c, who, 'M196 400Q214 300 196 190') + placed(open(who.skin), 194, 140, 10);
    case 'fist':
      return forearm(c, who, 'M226 404Q222 290 176 212') + placed(fist(who.skin), 166, 168, -18);
    case 'point':
      return forearm(c, who, 'M222 420Q222 300 186 220') + placed(pointing(who.skin), 178, 176, -8);
    case 'chin':
      return forearm(c, who, 'M150 404Q126 300 62 184') + placed(fist(who.skin), 48, 142, -30);
    case 'cheeks':
      return [-1, 1]
        .map(
          (side) =>
            `<g transform="scale(${side} 1)">${forearm(c, who, 'M170 404Q164 280 112 160')}${placed(open(who.skin, 0.84), 96, 92, -22)}</g>`,
        )
        .join('');
  }
}

const placed = (hand: string, x: number, y: number, degrees: number) =>
  `<g transform="translate(${x} ${y}) rotate(${degrees})">${hand}</g>`;

function forearm(c: Canvas, { color, trim, outfit, skin }: Person, d: string): string {
  const isBare = outfit === 'tee';
  const wide = outfit === 'hanfu' ? 104 : outfit === 'spacesuit' ? 84 : 66;
  const sleeve = c.linear([
    [0, lighter(color, 0.12)],
    [1, darker(color, 0.2)],
  ]);
  const [x = 0, y = 0] = d.split(/[MQ ]/).slice(-2).map(Number);
  return (
    line(d, isBare ? darker(skin, 0.06) : sleeve, isBare ? 46 : wide) +
    line(d, darker(isBare ? skin : color, 0.5), 3, 'opacity=".2" transform="translate(-22 0)"') +
    (isBare ? '' : ellipse(x, y, wide * 0.5, 13, trim))
  );
}

/** An open hand with the palm to the reader, its wrist at (0, 50). */
function open(skin: string, scale = 1): string {
  const fingers = ['M-26 -4L-36 -58', 'M-9 -12L-12 -76', 'M9 -12L13 -74', 'M26 -4L36 -52']
    .map((d) => line(d, skin, 17) + line(d, darker(skin, 0.3), 2, 'opacity=".25" transform="translate(7 2)"'))
    .join('');
  return `<g transform="scale(${scale})">${line('M-26 26L-58 -4', skin, 18)}${fingers}${path('M-36 -6Q-40 40 -22 56H22Q42 36 36 -6Q0 -26 -36 -6z', skin)}${line('M-20 22Q0 34 20 18', darker(skin, 0.3), 3, 'opacity=".5"')}</g>`;
}

function fist(skin: string): string {
  const knuckles = [-24, -8, 8, 24]
    .map((x) => ellipse(x, -14, 10, 22, skin) + line(`M${x + 8} -28v24`, darker(skin, 0.35), 2.6, 'opacity=".5"'))
    .join('');
  return (
    path('M-34 -10Q-38 34 -20 46H22Q38 30 34 -10Q0 -24 -34 -10z', skin) +
    knuckles +
    line('M-30 10Q0 22 14 6', darker(skin, 0.12), 15) +
    line('M-30 17Q0 29 16 13', darker(skin, 0.4), 2.6, 'opacity=".5"')
  );
}

function pointing(skin: string): string {
  return line('M-18 -16L-30 -86', skin, 18) + fist(skin);
}
