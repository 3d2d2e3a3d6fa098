import { type Canvas, circle, ellipse, line, n, path, rect, times } from '../canvas.ts';
import { darker, lighter } from '../color.ts';
import { features, type Mood } from './face.ts';
import type { Kind } from './looks.ts';
import type { Pose } from './person.ts';

export type Creature = { kind: Kind; color: string; trim: string; eyes: string };

/** A portrait of a character that is not a person, in the same size. */
export function drawCreature(c: Canvas, who: Creature, pose: Pose): string {
  if (who.kind === 'robot') return robot(c, who, pose.mood, pose.turn);
  if (who.kind === 'ghost') return ghost(c, who, pose);
  return beast(c, who, pose);
}

function beast(c: Canvas, { kind, color, trim, eyes }: Creature, { mood, turn, rim }: Pose): string {
  const fur = c.linear([
    [0, lighter(color, 0.2)],
    [0.6, color],
    [1, darker(color, 0.25)],
  ]);
  const torso =
    path('M-66 70C-130 130 -150 260 -150 420L150 420C150 260 130 130 66 70z', fur) +
    path('M-40 110C-66 180 -70 300 -66 420L66 420C70 300 66 180 40 110Q0 140 -40 110z', lighter(color, 0.72)) +
    path('M-74 98Q0 150 74 98L80 122Q0 180 -80 122z', trim) +
    circle(0, 154, 15, '#ffd75e');
  const head =
    kind === 'fox'
      ? 'M-118 0C-128 -84 -60 -104 0 -104C60 -104 128 -84 118 0C112 50 60 104 0 112C-60 104 -112 50 -118 0z'
      : 'M-122 8C-126 -84 -66 -106 0 -106C66 -106 126 -84 122 8C118 78 58 102 0 102C-58 102 -118 78 -122 8z';
  const sharp = 'M-112 -40L-116 -160L-34 -98zM112 -40L116 -160L34 -98z';
  const ears =
    kind === 'bear'
      ? [-1, 1].map((side) => circle(side * 86, -88, 38, fur) + circle(side * 86, -88, 20, lighter(trim, 0.3))).join('')
      : path(sharp, fur) +
        path('M-100 -62L-103 -134L-54 -96zM100 -62L103 -134L54 -96z', kind === 'fox' ? darker(color, 0.5) : '#ffb3b0');
  const horns =
    kind === 'dragon'
      ? path('M-40 -98Q-58 -150 -30 -186Q-26 -140 -8 -102zM40 -98Q58 -150 30 -186Q26 -140 8 -102z', '#ffe9b0') +
        times(5, (at) => path(`M${n(-20 + at * 8)} -104l6 -22l6 22z`, trim))
      : '';
  const cheeks =
    kind === 'fox'
      ? path('M-118 6C-96 84 -44 110 0 112C44 110 96 84 118 6Q70 20 40 48Q0 66 -40 48Q-70 20 -118 6z', '#fffaf2')
      : ellipse(turn * 14, 62, 58, 38, lighter(color, 0.75), 'opacity=".85"');
  const stripes =
    kind === 'cat'
      ? line(
          'M-18 -100v30M0 -104v38M18 -100v30M-118 20l26 4M-116 40l26 -2M118 20l-26 4M116 40l-26 -2',
          darker(color, 0.4),
          9,
          'opacity=".7"',
        )
      : '';
  const whiskers =
    kind === 'bear' || kind === 'dragon'
      ? ''
      : line('M-70 58l-72 -8M-70 68l-70 12M70 58l72 -8M70 68l70 12', '#ffffff', 3.4, 'opacity=".85"');
  const nose = path(`M${n(turn * 18 - 10)} 46h20l-10 11z`, '#4a2530');
  const light =
    rim === undefined ? '' : line('M-120 20C-126 -70 -70 -104 -20 -106', lighter(rim, 0.3), 6, 'opacity=".7"');
  return (
    torso +
    ears +
    horns +
    path(head, fur) +
    cheeks +
    stripes +
    whiskers +
    features(c, { skin: color, eyes, hair: darker(color, 0.6), mood, turn }) +
    nose +
    light
  );
}

function robot(c: Canvas, { color, trim, eyes }: Creature, mood: Mood, turn: number): string {
  const metal = c.linear([
    [0, lighter(color, 0.45)],
    [0.5, color],
    [1, darker(color, 0.35)],
  ]);
  const torso =
    rect(-130, 150, 260, 290, metal, 'rx="60"') +
    rect(-30, 96, 60, 66, darker(color, 0.4)) +
    rect(-66, 210, 132, 96, darker(color, 0.25), 'rx="18"') +
    circle(
      0,
      258,
      30,
      c.radial([
        [0, '#fff'],
        [0.4, trim],
        [1, trim, 0.3],
      ]),
    ) +
    circle(-158, 214, 42, metal) +
    circle(158, 214, 42, metal);
  const head =
    rect(-122, -106, 244, 208, metal, 'rx="74"') +
    rect(
      -96 + turn * 10,
      -74,
      192,
      146,
      c.linear([
        [0, '#142033'],
        [1, '#26385a'],
      ]),
      'rx="54"',
    ) +
    path(
      `M${n(-70 + turn * 10)} -62Q${n(-10 + turn * 10)} -74 ${n(40 + turn * 10)} -64L-20 -30z`,
      '#fff',
      'opacity=".12"',
    );
  const glow = lighter(eyes, 0.2);
  const eye = (side: number) => {
    const x = side * 42 + turn * 18;
    if (mood === 'laugh' || mood === 'happy') return line(`M${n(x - 17)} 6q17 -28 34 0`, glow, 10);
    if (mood === 'sad' || mood === 'cry')
      return (
        line(`M${n(x - 15)} ${n(-8 + side * 6)}L${n(x + 15)} ${n(-8 - side * 6)}`, glow, 9) +
        ellipse(x, 6, 11, 13, glow)
      );
    if (mood === 'sleepy') return line(`M${n(x - 16)} 0h32`, glow, 9);
    if (mood === 'angry' || mood === 'firm')
      return path(`M${n(x - 18)} ${n(-14 + side * -8)}L${n(x + 18)} ${n(-14 + side * 8)}V16H${n(x - 18)}z`, glow);
    const r = mood === 'surprised' ? 23 : 17;
    return ellipse(x, -2, r, r * 1.15, glow) + circle(x - 5, -9, 5, '#fff');
  };
  const smile =
    mood === 'sad' || mood === 'cry' ? 'q14 -12 28 0' : mood === 'surprised' ? 'q14 16 28 0t-28 0' : 'q14 14 28 0';
  return (
    torso +
    rect(-8, -150, 16, 50, darker(color, 0.3)) +
    circle(0, -156, 17, trim) +
    rect(-146, -34, 30, 72, trim, 'rx="14"') +
    rect(116, -34, 30, 72, trim, 'rx="14"') +
    head +
    eye(-1) +
    eye(1) +
    line(`M${n(turn * 18 - 14)} 38${smile}`, glow, 7)
  );
}

function ghost(c: Canvas, { color, trim, eyes }: Creature, { mood, turn }: Pose): string {
  const veil = c.linear([
    [0, lighter(color, 0.5), 1],
    [0.6, color, 0.95],
    [1, color, 0.15],
  ]);
  const shape =
    'M0 -124C-112 -124 -132 -20 -132 80L-150 400Q-110 360 -76 400T0 400T76 400T150 400L132 80C132 -20 112 -124 0 -124z';
  return (
    circle(
      0,
      20,
      260,
      c.radial([
        [0, lighter(trim, 0.4), 0.5],
        [1, trim, 0],
      ]),
    ) +
    path(shape, veil) +
    features(c, { skin: color, eyes, hair: '#2a2340', mood, turn })
  );
}
