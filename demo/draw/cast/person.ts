import { type Canvas, ellipse, line, n, path, times } from '../canvas.ts';
import { darker, lighter } from '../color.ts';
import { body } from './clothes.ts';
import { wornBy } from './extras.ts';
import { features, type Mood } from './face.ts';
import { hairBehind, hairInFront } from './hair.ts';
import type { Extra, FaceShape, HairStyle, Outfit } from './looks.ts';

export type Person = {
  kind: 'person';
  face: FaceShape;
  hair: HairStyle;
  hairColor: string;
  skin: string;
  eyes: string;
  outfit: Outfit;
  color: string;
  trim: string;
  extras: readonly Extra[];
};

/** A pose; `rim` is the colour of the light behind the character. */
export type Pose = { mood: Mood; turn: number; rim?: string };

const OUTLINES: Record<FaceShape, string> = {
  round: 'M-86 -20C-94 50 -66 88 -34 102Q0 112 34 102C66 88 94 50 86 -20C84 -112 -84 -112 -86 -20z',
  slim: 'M-83 -20C-86 36 -64 86 -22 118Q0 130 22 118C64 86 86 36 83 -20C84 -112 -84 -112 -83 -20z',
  broad: 'M-86 -20C-88 30 -88 68 -58 104Q-34 124 0 124Q34 124 58 104C88 68 88 30 86 -20C84 -112 -84 -112 -86 -20z',
};

/** A portrait: the head around (0, 0) with a radius of about 110, the shoulders down to 420. */
export function drawPerson(c: Canvas, who: Person, pose: Pose): string {
  const shoulder = 'M-111 164C-142 190 -150 280 -153 386';
  const light =
    pose.rim === undefined
      ? ''
      : line(
          who.hair === 'bald' ? shoulder : `M-93 10C-97 -66 -64 -120 -4 -123${shoulder}`,
          lighter(pose.rim, 0.25),
          5,
          'opacity=".8"',
        );
  return (
    headBehind(c, who) +
    `<g transform="translate(0 16) scale(.84 .88)">${body(c, who.outfit, who.color, who.skin, who.trim)}</g>` +
    headInFront(c, who, pose) +
    light
  );
}

/** The parts of a head that are drawn before the body. */
export function headBehind(c: Canvas, who: Person): string {
  return behind(who) + hairBehind(c, who.hair, who.hairColor);
}

/** Face, hair and accessories, drawn after the body. */
export function headInFront(c: Canvas, who: Person, { mood, turn }: Pose): string {
  const { skin, hairColor, face: shape } = who;
  const isOld = who.extras.includes('beard');
  const outline = OUTLINES[shape];
  const face = path(
    outline,
    c.linear([
      [0, lighter(skin, 0.12)],
      [0.7, skin],
      [1, darker(skin, 0.1)],
    ]),
  );
  const shade = c.clipped(
    path(outline, '#000'),
    path(
      `M-100 -60Q${n(turn * 20)} 4 100 -60L100 -120L-100 -120z`,
      darker(skin, 0.4),
      'opacity=".36" transform="translate(0 22)"',
    ) + ellipse(turn > 0 ? -92 : 92, 30, 30, 96, darker(skin, 0.38), 'opacity=".34"'),
  );
  const ears = [-1, 1]
    .map((side) => ellipse(side * 84, 24, 14, 20, skin) + ellipse(side * 85, 26, 7, 11, darker(skin, 0.24)))
    .join('');
  return (
    ears +
    face +
    shade +
    features(c, { skin, eyes: who.eyes, hair: hairColor, mood, turn, shape, isOld }) +
    (isOld ? beard() : '') +
    hairInFront(c, who.hair, hairColor, turn) +
    wornBy(c, who, turn)
  );
}

function behind({ extras: has, hairColor, trim }: Person): string {
  return has.includes('hat')
    ? ellipse(0, -62, 186, 48, darker(trim, 0.35))
    : has.includes('ears')
      ? path('M-96 -40L-104 -158L-24 -104zM96 -40L104 -158L24 -104z', darker(hairColor, 0.1)) +
        path('M-86 -70L-92 -134L-44 -102zM86 -70L92 -134L44 -102z', '#ffb7b7')
      : '';
}

function beard(): string {
  return (
    path('M-52 62Q-24 80 0 66Q24 80 52 62Q66 150 0 196Q-66 150 -52 62z', '#f4f1ea') +
    path('M-34 64Q0 84 34 64Q18 54 0 60Q-18 54 -34 64z', '#ffffff') +
    times(3, (at) => line(`M${n(-18 + at * 18)} 104Q${n(-14 + at * 14)} 140 ${n(-6 + at * 6)} 172`, '#d8d2c4', 3))
  );
}
