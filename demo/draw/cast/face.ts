import { type Canvas, circle, ellipse, line, n, path } from '../canvas.ts';
import { darker, lighter, mix } from '../color.ts';
import type { FaceShape } from './looks.ts';

export type Mood =
  | 'calm'
  | 'happy'
  | 'laugh'
  | 'sad'
  | 'cry'
  | 'angry'
  | 'surprised'
  | 'shy'
  | 'smirk'
  | 'firm'
  | 'sleepy';

export const MOODS: readonly Mood[] = [
  'calm',
  'happy',
  'laugh',
  'sad',
  'cry',
  'angry',
  'surprised',
  'shy',
  'smirk',
  'firm',
  'sleepy',
];

/** The parts of a face. `turn`: the direction of the look, from -1 to 1. */
export type FaceLook = {
  skin: string;
  eyes: string;
  hair: string;
  mood: Mood;
  turn: number;
  shape?: FaceShape;
  isOld?: boolean;
};

/** Half the width and height of an eye, the distance of the nose below the eyes, and the width of a brow. */
const PARTS: Record<FaceShape, { eye: readonly [number, number]; nose: number; brow: number }> = {
  round: { eye: [20, 27], nose: 42, brow: 5 },
  slim: { eye: [20, 20], nose: 48, brow: 5 },
  broad: { eye: [17, 18], nose: 50, brow: 8.5 },
};

const CLOSED: ReadonlySet<Mood> = new Set(['laugh', 'sleepy']);

/** The features of a face around (0, 0): eyes, brows, nose, mouth. */
export function features(c: Canvas, look: FaceLook): string {
  const { mood, turn, skin, shape = 'round' } = look;
  const dx = turn * 15;
  const blush = mood === 'shy' || mood === 'laugh' || mood === 'happy' ? 0.75 : 0.38;
  const pink = c.radial([
    [0, '#ff6f7d', blush],
    [1, '#ff6f7d', 0],
  ]);
  const cheeks = ellipse(dx * 1.1 - 52, 50, 24, 14, pink) + ellipse(dx * 1.1 + 52, 50, 24, 14, pink);
  const long = shape === 'round' ? 8 : 13;
  const nose = line(
    `M${n(dx * 1.5 - 2)} ${PARTS[shape].nose - long / 2}q${turn < 0 ? -5 : 5} ${n(long * 0.7)} 0 ${long}`,
    darker(skin, 0.35),
    3,
  );
  return cheeks + eye(c, look, -1) + eye(c, look, 1) + brow(look, -1) + brow(look, 1) + nose + mouth(look);
}

function eye(c: Canvas, { eyes, mood, turn, hair, shape = 'round' }: FaceLook, side: -1 | 1): string {
  const squeeze = 1 - 0.16 * Math.max(0, side * turn);
  const [x, y] = [side * 39 * squeeze + turn * 15, 19];
  const lash = darker(hair, 0.62);
  if (CLOSED.has(mood)) {
    const bend = mood === 'sleepy' ? 13 : -16;
    return line(`M${n(x - 19)} ${n(y + (bend > 0 ? -2 : 8))}q19 ${bend} 38 0`, lash, 6.5);
  }
  const open = { surprised: 1.16, sad: 0.86, smirk: 0.74, angry: 0.86, firm: 0.9, shy: 0.92 }[mood as string] ?? 1;
  const [width, height] = PARTS[shape].eye;
  const [rx, ry] = [width * squeeze * (mood === 'surprised' ? 0.95 : 1), height * open];
  const look = turn * 3.5;
  const white = ellipse(x, y, rx + 3.5, ry + 1, '#fffdfb');
  const iris = ellipse(
    x + look,
    y + 1,
    rx * 0.86,
    ry * 0.94,
    c.linear([
      [0, darker(eyes, 0.7)],
      [0.45, eyes],
      [1, lighter(eyes, 0.55)],
    ]),
  );
  const pupil = ellipse(x + look, y - 1, rx * 0.4, ry * 0.46, darker(eyes, 0.82));
  const shine =
    ellipse(x + look - 6, y - ry * 0.42, 6.4, 8, '#fff') +
    circle(x + look + 7, y + ry * 0.42, 3.6, '#fff', 'opacity=".9"');
  const tilt =
    mood === 'angry' || mood === 'firm' || mood === 'smirk'
      ? side * -4
      : mood === 'sad' || mood === 'cry'
        ? side * 5
        : 0;
  const lid = path(
    `M${n(x - rx - 6)} ${n(y - ry * 0.42 - tilt)}Q${n(x - rx * 0.4)} ${n(y - ry - 8)} ${n(x + rx * 0.4)} ${n(y - ry - 7)}T${n(x + rx + 6)} ${n(y - ry * 0.42 + tilt)}Q${n(x + rx * 0.6)} ${n(y - ry * 0.86)} ${n(x)} ${n(y - ry * 0.82)}T${n(x - rx - 6)} ${n(y - ry * 0.42 - tilt)}z`,
    lash,
  );
  const wing = line(`M${n(x + side * (rx + 3))} ${n(y - ry * 0.42)}l${side * 6} -5`, lash, 4.5);
  const low = line(
    `M${n(x - rx * 0.6)} ${n(y + ry + 1)}q${n(rx * 0.6)} 4 ${n(rx * 1.2)} 0`,
    lash,
    2.2,
    'opacity=".55"',
  );
  const tear =
    mood === 'cry' ? path(`M${n(x - 6)} ${n(y + ry - 2)}q-7 26 4 30t8 -30z`, '#bfeaff', 'opacity=".92"') : '';
  return c.clipped(ellipse(x, y, rx + 3.5, ry + 1, '#000'), white + iris + pupil + shine) + lid + wing + low + tear;
}

function brow({ hair, mood, turn, isOld, shape = 'round' }: FaceLook, side: -1 | 1): string {
  const [inner, outer] = {
    calm: [-22, -24],
    happy: [-28, -27],
    laugh: [-27, -25],
    sad: [-34, -20],
    cry: [-34, -20],
    angry: [-12, -28],
    surprised: [-36, -36],
    shy: [-31, -22],
    smirk: side < 0 ? [-20, -22] : [-30, -34],
    firm: [-15, -25],
    sleepy: [-20, -18],
  }[mood] ?? [-22, -24];
  const x = side * 39 + turn * 17;
  const y = [inner, outer].map((each) => (each ?? 0) + 24 - PARTS[shape].eye[1]);
  return line(
    `M${n(x - side * 18)} ${n(y[0] ?? 0)}Q${n(x)} ${n(Math.min(y[0] ?? 0, y[1] ?? 0) - 6)} ${n(x + side * 20)} ${n(y[1] ?? 0)}`,
    isOld ? '#f4f1ea' : darker(hair, 0.35),
    isOld ? 9 : PARTS[shape].brow,
  );
}

function mouth({ mood, turn, skin }: FaceLook): string {
  const [x, y] = [turn * 19, 70];
  const dark = mix('#7d2434', skin, 0.06);
  const open = (wide: number, deep: number) =>
    path(
      `M${n(x - wide)} ${y - 4}Q${n(x)} ${y} ${n(x + wide)} ${y - 4}Q${n(x + wide * 0.8)} ${n(y + deep)} ${n(x)} ${n(y + deep)}T${n(x - wide)} ${y - 4}z`,
      dark,
    ) + ellipse(x, y + deep * 0.72, wide * 0.5, deep * 0.26, '#ff8a8a');
  switch (mood) {
    case 'laugh':
      return open(22, 23);
    case 'happy':
      return open(15, 14);
    case 'surprised':
      return ellipse(x, y + 2, 8, 11, dark);
    case 'angry':
      return path(
        `M${n(x - 14)} ${y + 6}Q${n(x)} ${y - 12} ${n(x + 14)} ${y + 6}Q${n(x)} ${y + 1} ${n(x - 14)} ${y + 6}z`,
        dark,
      );
    case 'cry':
      return line(`M${n(x - 12)} ${y + 4}q6 -9 12 -2t12 -1`, dark, 4);
    case 'sad':
      return line(`M${n(x - 10)} ${y + 3}q10 -8 20 0`, dark, 4);
    case 'smirk':
      return line(`M${n(x - 10)} ${y}q12 7 22 -6`, dark, 4.2);
    case 'firm':
      return line(`M${n(x - 9)} ${y}h18`, dark, 4.2);
    case 'shy':
      return line(`M${n(x - 9)} ${y}q4.500 5 9 0t9 0`, dark, 3.8);
    case 'sleepy':
      return ellipse(x + 2, y + 1, 6, 5, dark);
    case 'calm':
      return line(`M${n(x - 9)} ${y - 2}q9 7 18 0`, dark, 4);
  }
}
