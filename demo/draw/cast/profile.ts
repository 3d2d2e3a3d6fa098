import { type Canvas, ellipse, line, n, path, times } from '../canvas.ts';
import { darker, lighter, mix } from '../color.ts';
import { body } from './clothes.ts';
import type { Mood } from './face.ts';
import type { FaceShape, HairStyle } from './looks.ts';
import type { Person } from './person.ts';

/** Forehead, nose, lips, chin and jaw of a head that looks to the right; the ear is at (-14, 26). */
const OUTLINES: Record<FaceShape, string> = {
  round:
    'M62 -70Q78 -30 74 6L96 40Q96 50 80 50L82 60L74 66L80 76Q76 84 76 92Q66 112 34 108Q2 104 -14 72Q-96 60 -96 -24C-92 -118 32 -126 62 -70z',
  slim: 'M62 -70Q76 -30 72 4L100 44Q99 54 80 54L84 64L76 69L82 80Q78 88 80 98Q72 122 44 118Q8 108 -14 70Q-96 56 -96 -24C-92 -118 32 -126 62 -70z',
  broad:
    'M62 -72Q74 -36 74 -6L104 42Q102 54 82 54L86 66L76 70L84 82Q80 92 84 106Q76 126 46 124Q4 120 -20 78Q-96 60 -96 -24C-92 -118 32 -126 62 -70z',
};

/** A portrait in profile, looking to the right, in the size of the others. */
export function drawProfile(c: Canvas, who: Person, mood: Mood): string {
  const { skin, hair, hairColor, face } = who;
  const outline = OUTLINES[face];
  const fill = c.linear(
    [
      [0, darker(skin, 0.12)],
      [1, lighter(skin, 0.1)],
    ],
    [0, 0, 1, 0],
  );
  const shade = c.clipped(
    path(outline, '#000'),
    ellipse(-60, 96, 96, 50, darker(skin, 0.4), 'opacity=".3"') +
      ellipse(54, 58, 24, 15, '#ff6f7d', 'opacity=".32"') +
      path('M-100 -60Q30 -40 80 -66V-130H-100z', darker(skin, 0.4), 'opacity=".3"'),
  );
  const ear = ellipse(-14, 26, 15, 22, skin) + line('M-18 14q14 4 6 26', darker(skin, 0.35), 4, 'opacity=".7"');
  return (
    behind(c, hair, hairColor) +
    `<g transform="translate(-22 16) scale(.8 .88)">${body(c, who.outfit, who.color, skin, who.trim)}</g>` +
    path('M-58 60L-62 150Q-20 176 24 150L20 96z', darker(skin, 0.2)) +
    path(outline, fill) +
    shade +
    eye(c, who, mood) +
    mouth(mood, skin) +
    ear +
    inFront(c, hair, hairColor)
  );
}

function eye(c: Canvas, { eyes, hairColor }: Person, mood: Mood): string {
  const lash = darker(hairColor, 0.62);
  const brow =
    mood === 'angry' || mood === 'firm'
      ? 'M26 -18L66 -8'
      : mood === 'sad' || mood === 'cry'
        ? 'M28 -8L64 -20'
        : 'M26 -16Q46 -26 66 -16';
  const drawnBrow = line(brow, darker(hairColor, 0.35), 6);
  if (mood === 'laugh' || mood === 'sleepy') return line('M36 22q14 -14 28 0', lash, 6) + drawnBrow;
  const shape = 'M32 2Q52 -12 66 2Q70 22 62 40Q44 40 38 24z';
  const iris = c.clipped(
    path(shape, '#000'),
    ellipse(
      57,
      20,
      12,
      23,
      c.linear([
        [0, darker(eyes, 0.7)],
        [1, lighter(eyes, 0.5)],
      ]),
    ) +
      ellipse(60, 19, 5, 11, darker(eyes, 0.82)) +
      ellipse(54, 11, 4, 6, '#fff'),
  );
  const tear = mood === 'cry' ? path('M50 42q-7 26 4 30t8 -30z', '#bfeaff', 'opacity=".92"') : '';
  return (
    path(shape, '#fffdfb') + iris + line('M28 6Q48 -16 68 0', lash, 7) + line('M28 6l-8 -4', lash, 5) + tear + drawnBrow
  );
}

function mouth(mood: Mood, skin: string): string {
  const dark = darker(skin, 0.7);
  if (mood === 'laugh' || mood === 'happy' || mood === 'surprised' || mood === 'angry')
    return path('M80 68Q66 66 58 71Q63 82 78 81z', mix('#7d2434', skin, 0.25));
  return line(mood === 'sad' || mood === 'cry' ? 'M78 72q-8 -2 -16 6' : 'M78 72q-10 4 -18 -2', dark, 3.6);
}

function behind(c: Canvas, style: HairStyle, color: string): string {
  const fill = c.linear([
    [0, darker(color, 0.1)],
    [1, darker(color, 0.42)],
  ]);
  const hair = (d: string) => path(d, fill);
  switch (style) {
    case 'long':
      return hair('M20 -100C-130 -130 -150 20 -150 120Q-156 230 -130 320H-20Q-6 200 0 60z');
    case 'bob':
      return hair('M20 -100C-120 -130 -130 20 -124 120Q-60 150 2 124L6 40z');
    case 'ponytail':
      return hair('M-70 -92C-170 -120 -214 -20 -196 80Q-186 150 -150 214Q-130 120 -128 60Q-126 0 -86 -20z');
    case 'twin':
      return hair('M-60 -60C-140 -76 -190 10 -176 100Q-170 170 -196 232Q-120 200 -108 120Q-100 40 -60 10z');
    case 'bun':
      return ellipse(-96, -96, 48, 44, fill);
    case 'topknot':
      return ellipse(-30, -136, 30, 34, fill) + hair('M-60 -60C-140 20 -140 140 -146 250H-70Q-50 120 -30 60z');
    case 'curly':
      return times(8, (at) => ellipse(-20 - Math.sin(at * 0.45) * 96, -96 + at * 27, 38, 38, fill));
    default:
      return '';
  }
}

function inFront(c: Canvas, style: HairStyle, color: string): string {
  if (style === 'bald') return '';
  const cap =
    'M70 -50C60 -128 -20 -142 -62 -116C-126 -92 -122 0 -104 52Q-90 84 -60 84Q-30 76 -28 20Q-14 -14 6 -16Q24 -40 28 -20Q40 -52 46 -26Q62 -50 70 -50z';
  const fill = c.linear([
    [0, lighter(color, 0.24)],
    [0.5, color],
    [1, darker(color, 0.24)],
  ]);
  const tufts =
    style === 'spiky'
      ? 'M50 -96L74 -150L14 -122L-4 -166L-44 -124L-94 -146L-88 -96L-140 -76L-108 -40L-136 0L-96 10z'
      : '';
  const shine = c.clipped(
    path(cap, '#000'),
    line('M-104 -40Q-30 -104 66 -72', lighter(color, 0.62), 14, 'opacity=".42" stroke-dasharray="34 8 50 10"'),
  );
  const strands = times(3, (at) =>
    line(
      `M${n(-70 + at * 24)} -104Q${n(-96 + at * 22)} -30 ${n(-84 + at * 16)} 50`,
      darker(color, 0.3),
      2.2,
      'opacity=".4"',
    ),
  );
  return (tufts ? path(tufts, fill) : '') + path(cap, fill) + strands + shine;
}
