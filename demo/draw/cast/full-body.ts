import { type Canvas, circle, ellipse, line, n, path } from '../canvas.ts';
import { darker, lighter } from '../color.ts';
import type { Mood } from './face.ts';
import { hairInFront } from './hair.ts';
import type { Outfit } from './looks.ts';
import { headBehind, headInFront, type Person } from './person.ts';

type Point = readonly [x: number, y: number];
type Limb = readonly [joint: Point, end: Point];
/** Joints relative to the hip; `arms` and `legs` have the farther limb first. `head` has a rotation in degrees. */
type Joints = {
  chest: Point;
  head: readonly [x: number, y: number, degrees: number];
  arms: readonly [Limb, Limb];
  legs: readonly [Limb, Limb];
  /** The object in the nearer hand. */
  holds?: 'ball' | 'sword';
};

/** Full-length poses, facing right. A standing figure is about 440 high, its feet at (0, 196). */
const POSES = {
  stand: {
    chest: [0, -112],
    head: [0, -196, 0],
    arms: [
      [
        [44, -58],
        [40, 2],
      ],
      [
        [-46, -58],
        [-44, 2],
      ],
    ],
    legs: [
      [
        [16, 96],
        [20, 190],
      ],
      [
        [-18, 96],
        [-20, 190],
      ],
    ],
  },
  walk: {
    chest: [6, -112],
    head: [10, -196, 2],
    arms: [
      [
        [50, -66],
        [74, -18],
      ],
      [
        [-40, -62],
        [-52, -4],
      ],
    ],
    legs: [
      [
        [-26, 92],
        [-66, 172],
      ],
      [
        [34, 92],
        [44, 190],
      ],
    ],
  },
  run: {
    chest: [36, -104],
    head: [62, -184, 8],
    arms: [
      [
        [92, -76],
        [118, -128],
      ],
      [
        [-14, -84],
        [-52, -46],
      ],
    ],
    legs: [
      [
        [-30, 88],
        [-116, 104],
      ],
      [
        [78, 44],
        [76, 144],
      ],
    ],
  },
  jump: {
    chest: [16, -112],
    head: [18, -196, -6],
    arms: [
      [
        [-52, -116],
        [-96, -84],
      ],
      [
        [74, -182],
        [96, -272],
      ],
    ],
    legs: [
      [
        [-48, 74],
        [-112, 122],
      ],
      [
        [62, 56],
        [28, 138],
      ],
    ],
    holds: 'ball',
  },
  throw: {
    chest: [22, -108],
    head: [22, -194, -4],
    arms: [
      [
        [96, -170],
        [124, -246],
      ],
      [
        [84, -146],
        [120, -236],
      ],
    ],
    legs: [
      [
        [-24, 96],
        [-50, 188],
      ],
      [
        [34, 90],
        [24, 184],
      ],
    ],
    holds: 'ball',
  },
  strike: {
    chest: [26, -102],
    head: [42, -184, 4],
    arms: [
      [
        [84, -96],
        [128, -118],
      ],
      [
        [70, -70],
        [126, -104],
      ],
    ],
    legs: [
      [
        [-70, 78],
        [-146, 148],
      ],
      [
        [88, 44],
        [104, 148],
      ],
    ],
    holds: 'sword',
  },
} as const satisfies Record<string, Joints>;

export type FullPose = keyof typeof POSES;
export const isFullPose = (name: string): name is FullPose => Object.hasOwn(POSES, name);

/** Outfits with a skirt or a long coat; others show both legs. */
const LONG: ReadonlySet<Outfit> = new Set(['hanfu', 'coat', 'apron']);
const SHORT: ReadonlySet<Outfit> = new Set(['sailor', 'tee']);

/** A person from head to feet around its hip at (0, 0), facing right; without a face if `mood` is `null`. */
export function drawFullBody(c: Canvas, who: Person, pose: FullPose, mood: Mood | null): string {
  const joints: Joints = POSES[pose];
  const { chest, head, arms, legs } = joints;
  const cloth = c.linear([
    [0, lighter(who.color, 0.14)],
    [1, darker(who.color, 0.22)],
  ]);
  const far = darker(who.color, 0.34);
  const at = `translate(${n(head[0])} ${n(head[1])}) rotate(${head[2]}) scale(.62)`;
  const front = mood === null ? blankHead(c, who) : headInFront(c, who, { mood, turn: 0.5 });
  const held = joints.holds === undefined ? '' : HELD[joints.holds](arms[1][1], who);
  return (
    `<g transform="${at}">${headBehind(c, who)}</g>` +
    leg(who, legs[0], 0.34) +
    arm(who, chest, arms[0], far) +
    leg(who, legs[1], 0.1) +
    skirt(who, legs, cloth) +
    torso(who, chest, cloth) +
    `<g transform="${at}">${front}</g>` +
    held +
    arm(who, chest, arms[1], who.color)
  );
}

const blankHead = (c: Canvas, who: Person): string =>
  ellipse(0, 10, 88, 108, who.skin) + hairInFront(c, who.hair, who.hairColor, 0);

const to = ([x, y]: Point): string => `${n(x)} ${n(y)}`;

function leg({ outfit, color, skin, trim }: Person, [knee, foot]: Limb, shade: number): string {
  const bare = SHORT.has(outfit);
  const thigh = bare ? darker(outfit === 'tee' ? color : trim, shade) : darker(color, shade + 0.3);
  const shin = bare ? darker(skin, shade) : thigh;
  const wide = outfit === 'spacesuit' ? 58 : 40;
  const [fx, fy] = foot;
  return (
    line(`M${to(knee)}L${to(foot)}`, shin, wide * 0.78) +
    line(`M0 6L${to(knee)}`, thigh, wide) +
    path(
      `M${n(fx - 18)} ${n(fy - 8)}H${n(fx + 16)}Q${n(fx + 46)} ${n(fy + 8)} ${n(fx + 46)} ${n(fy + 22)}H${n(fx - 20)}z`,
      bare ? trim : darker(trim, 0.45),
    )
  );
}

function arm({ outfit, skin }: Person, [cx, cy]: Point, [elbow, hand]: Limb, color: string): string {
  const wide = outfit === 'spacesuit' ? 44 : outfit === 'hanfu' ? 40 : 30;
  const shoulder: Point = [cx + (elbow[0] > cx ? 26 : -26), cy + 4];
  const [sleeve, rest] =
    outfit === 'tee' ? [`M${to(shoulder)}L${to(elbow)}`, skin] : [`M${to(shoulder)}L${to(elbow)}L${to(hand)}`, color];
  return (
    line(`M${to(shoulder)}L${to(elbow)}L${to(hand)}`, rest, wide * 0.72) +
    line(sleeve, color, wide) +
    circle(hand[0], hand[1], 16, skin)
  );
}

function torso({ outfit, trim, skin }: Person, [cx, cy]: Point, cloth: string): string {
  const shape = path(
    `M${n(cx - 42)} ${n(cy - 6)}Q${n(cx)} ${n(cy - 30)} ${n(cx + 42)} ${n(cy - 6)}Q${n(cx * 0.5 + 38)} ${n(cy * 0.4)} 32 12Q0 26 -32 12Q${n(cx * 0.5 - 38)} ${n(cy * 0.4)} ${n(cx - 42)} ${n(cy - 6)}z`,
    cloth,
  );
  const neck = line(`M${n(cx)} ${n(cy - 34)}V${n(cy - 8)}`, darker(skin, 0.2), 24);
  const collar = line(
    `M${n(cx - 20)} ${n(cy - 16)}L${n(cx + 2)} ${n(cy + 18)}L${n(cx + 22)} ${n(cy - 16)}`,
    trim,
    outfit === 'scarf' ? 22 : 10,
  );
  const belt =
    outfit === 'tee'
      ? line(`M${n(cx * 0.5 - 34)} ${n(cy * 0.45)}L${n(cx * 0.5 + 34)} ${n(cy * 0.45)}`, trim, 10, 'opacity=".9"')
      : line('M-30 8Q0 22 30 8', darker(trim, 0.2), 13);
  return neck + shape + collar + belt;
}

/** The part of a long coat, a robe or a skirt below the belt; it follows the knees. */
function skirt({ outfit, trim }: Person, [[back], [front]]: Joints['legs'], cloth: string): string {
  if (!LONG.has(outfit) && outfit !== 'sailor') return '';
  const [long, wide] = outfit === 'sailor' ? [0.86, 42] : [1.5, 40];
  const [left, right] = back[0] < front[0] ? [back, front] : [front, back];
  return path(
    `M-32 4L${n(left[0] * long - wide)} ${n(left[1] * long)}Q${n((left[0] + right[0]) * 0.5)} ${n(Math.max(left[1], right[1]) * long + 16)} ${n(right[0] * long + wide)} ${n(right[1] * long)}L32 4z`,
    outfit === 'sailor' || outfit === 'apron' ? trim : cloth,
  );
}

const HELD: Record<'ball' | 'sword', (hand: Point, who: Person) => string> = {
  ball: ([x, y]) =>
    circle(x + 6, y - 34, 36, '#e8803a') +
    line(
      `M${n(x - 30)} ${n(y - 34)}H${n(x + 42)}M${n(x + 6)} ${n(y - 70)}V${n(y + 2)}M${n(x - 18)} ${n(y - 60)}Q${n(x + 2)} ${n(y - 34)} ${n(x - 18)} ${n(y - 8)}M${n(x + 30)} ${n(y - 60)}Q${n(x + 10)} ${n(y - 34)} ${n(x + 30)} ${n(y - 8)}`,
      '#7a3418',
      4,
    ),
  sword: ([x, y], { trim }) =>
    path(
      `M${n(x)} ${n(y - 8)}L${n(x + 190)} ${n(y - 122)}L${n(x + 204)} ${n(y - 142)}L${n(x + 180)} ${n(y - 132)}L${n(x - 6)} ${n(y - 18)}z`,
      '#eef3fa',
    ) +
    line(`M${n(x - 28)} ${n(y + 18)}L${n(x + 4)} ${n(y - 4)}`, '#5a3a2a', 11) +
    line(`M${n(x - 6)} ${n(y - 28)}L${n(x + 16)} ${n(y + 6)}`, trim, 9),
};
