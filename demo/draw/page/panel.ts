import { type Canvas, circle, moved, n, path, rect, times } from '../canvas.ts';
import { type Actor, drawActor } from '../cast/actor.ts';
import type { Mood } from '../cast/face.ts';
import { drawGesture, gesturesOf } from '../cast/hand.ts';
import { drawProfile } from '../cast/profile.ts';
import { darker, lighter, mix } from '../color.ts';
import { lineOfText, textWidth } from '../lettering/lettering.ts';
import { PALETTES } from '../palettes.ts';
import { SCENES } from '../scene/scenes.ts';
import { type Frame, weather } from '../scene/sky.ts';
import { caption, speech, speechSize } from './bubble.ts';
import { drawAction, passersBy } from './full.ts';
import type { Panel } from './panels.ts';
import { wrapped } from './wrapped.ts';

export type Cast = ReadonlyMap<string, Actor>;

/** A panel of a given size: its picture, and the text, which may overlap the frame. */
export function drawPanel(
  c: Canvas,
  panel: Panel,
  cast: Cast,
  w: number,
  h: number,
  isRightToLeft: boolean,
): { inside: string; words: string } {
  const f: Frame = { c, w, h, p: PALETTES[panel.beat.place.palette] };
  switch (panel.kind) {
    case 'place':
      return {
        inside:
          view(f, panel, 1) +
          passersBy(f, panel.beat.place.scene, cast.values()) +
          weather(f, panel.beat.place.weather),
        words:
          panel.caption === undefined ? '' : caption(wrapped(panel.caption, Math.min(15, Math.floor(w / 44))), 24, 26),
      };
    case 'sound':
      return { inside: speedLines(f), words: sound(f, panel.text) };
    case 'action':
      return action(f, panel.beat, cast);
    case 'solo':
      return solo(f, panel, cast);
    case 'duo':
      return duo(f, panel, cast, isRightToLeft);
  }
}

/** The place, nearer or farther. */
function view(f: Frame, { beat }: Panel, zoom: number): string {
  const [w, h] = [f.w * zoom, Math.max(f.h * zoom, f.w * zoom * 0.62)];
  const [x, y] = [f.c.random.between(0, 1) * (f.w - w), (f.h - h) * f.c.random.between(0.4, 0.8)];
  return moved(SCENES[beat.place.scene]({ ...f, w, h }), x, y);
}

function actor(cast: Cast, name: string): Actor {
  const found = cast.get(name);
  if (found === undefined) throw new Error(`nobody in the cast is called ${name}`);
  return found;
}

function action(f: Frame, { who, pose, text, place }: Extract<Panel, { kind: 'action' }>['beat'], cast: Cast) {
  const person = actor(cast, who);
  if (person.kind !== 'person') throw new Error(`${who} has no full-length poses`);
  const lines = wrapped(text, 7);
  return {
    inside: drawAction(f, person, pose, place.scene, place.palette === 'ink'),
    words: text === '' ? '' : speech(lines, 26, 24, [f.w * 0.46, f.h * 0.34], true),
  };
}

/** Moods that may replace the background. */
const FELT: ReadonlySet<Mood> = new Set(['happy', 'laugh', 'shy', 'sad', 'cry']);

function solo(f: Frame, panel: Extract<Panel, { kind: 'solo' }>, cast: Cast) {
  const { c, w, h, p } = f;
  const { beat } = panel;
  const lines = wrapped(beat.text, w < 500 ? 7 : 9);
  const size = speechSize(lines);
  const isLeft = c.random.between(0, 1) < 0.5;
  const isClose = w > 500 && c.random.between(0, 1) < 0.3;
  const scale = Math.min(isClose ? 1.75 : 1.25, h / 330) * Math.min(1, w / 520);
  const x = w < 500 ? w * 0.5 : w * (isLeft ? 0.3 : 0.7);
  const y = Math.min(h - 150 * scale, Math.max(size.height + 128 * scale - (w < 500 ? 0 : 60), h * 0.5));
  const isFelt = isLoud(beat.mood, beat.text) || (FELT.has(beat.mood) && c.random.between(0, 1) < 0.5);
  const back = isFelt ? feeling(f, beat.mood) : view(f, panel, 1.35) + rect(0, 0, w, h, p.sky[2], 'opacity=".2"');
  const who = moved(portrait(f, actor(cast, beat.who), beat.mood, w < 500 ? 0 : isLeft ? 0.45 : -0.45), x, y, scale);
  const bx = w < 500 ? (w - size.width) / 2 : isLeft ? w - size.width - 22 : 22;
  const by = w < 500 ? 14 : 18;
  return {
    inside: back + who + weather(f, beat.place.weather),
    words: speech(
      lines,
      bx,
      by,
      [x + (isLeft ? 70 : -70) * scale * (w < 500 ? 0.2 : 1), y - 20 * scale],
      isLoud(beat.mood, beat.text),
    ),
  };
}

/** One speaker: from the front, with a hand, or in profile. `turn` is 0 in narrow panels, which have no room for hands. */
function portrait({ c, p }: Frame, who: Actor, mood: Mood, turn: number): string {
  const chance = c.random.between(0, 1);
  const front = drawActor(c, who, { mood, turn, rim: p.sun });
  if (who.kind !== 'person' || turn === 0) return front;
  const isMirrored = turn < 0;
  if (chance < 0.24 && !who.extras.includes('beard')) return mirrored(drawProfile(c, who, mood), isMirrored);
  const gestures = gesturesOf(mood);
  if (chance > 0.62 || gestures.length === 0) return front;
  return front + mirrored(drawGesture(c, who, c.random.oneOf(gestures)), !isMirrored);
}

const mirrored = (content: string, isMirrored: boolean) =>
  isMirrored ? `<g transform="scale(-1 1)">${content}</g>` : content;

/** Two speakers, the first at the side where reading begins, with space for their bubbles. */
function duo(f: Frame, panel: Extract<Panel, { kind: 'duo' }>, cast: Cast, isRightToLeft: boolean) {
  const { c, w, h, p } = f;
  const bubbles = [panel.beat, panel.other].map((beat) => ({ beat, lines: wrapped(beat.text, 8) }));
  const drop = 34;
  const tallest = Math.max(...bubbles.map(({ lines }) => speechSize(lines).height));
  const scale = Math.min(1.02, w / 640, Math.max(0.6, (h - tallest - drop) / 310));
  const y = h - 165 * scale;
  const drawn = bubbles.map(({ beat, lines }, at) => {
    const isLeft = (at === 0) !== isRightToLeft;
    const { width } = speechSize(lines);
    const x = w * (isLeft ? 0.27 : 0.73);
    const pose = { mood: beat.mood, turn: isLeft ? 0.6 : -0.6, rim: p.sun };
    const corner = isLeft ? 16 : w - width - 16;
    return {
      person: moved(drawActor(c, actor(cast, beat.who), pose), x, y, scale),
      words: speech(lines, corner, 12 + at * drop, [x, y - 110 * scale], isLoud(beat.mood, beat.text)),
    };
  });
  return {
    inside:
      view(f, panel, 1.2) +
      rect(0, 0, w, h, p.sky[2], 'opacity=".18"') +
      drawn.map(({ person }) => person).join('') +
      weather(f, panel.beat.place.weather),
    words: drawn.map(({ words }) => words).join(''),
  };
}

function isLoud(mood: Mood, text: string): boolean {
  return ['angry', 'surprised', 'firm'].includes(mood) && text.includes('！');
}

/** An abstract background for a mood. */
function feeling(f: Frame, mood: Mood): string {
  const { c, w, h, p } = f;
  if (mood === 'angry' || mood === 'surprised' || mood === 'firm') return speedLines(f);
  if (mood === 'sad' || mood === 'cry') {
    const dark = mix(p.sky[0], '#3a4466', 0.5);
    return (
      rect(
        0,
        0,
        w,
        h,
        c.linear([
          [0, darker(dark, 0.35)],
          [1, lighter(dark, 0.35)],
        ]),
      ) + times(14, (at) => rect((at / 14) * w + 6, 0, 3, h * c.random.between(0.2, 0.6), '#ffffff', 'opacity=".1"'))
    );
  }
  const [from, to] =
    mood === 'shy' ? ['#ffd3dc', '#fff1ea'] : [mix(p.accent, '#fff3d6', 0.72), mix(p.light, '#ffffff', 0.6)];
  return (
    rect(
      0,
      0,
      w,
      h,
      c.linear([
        [0, from],
        [1, to],
      ]),
    ) +
    times(16, () =>
      circle(c.random.between(0, w), c.random.between(0, h), c.random.between(6, 38), '#ffffff', 'opacity=".38"'),
    ) +
    times(7, () => spark(c.random.between(0, w), c.random.between(0, h), c.random.between(8, 20)))
  );
}

const spark = (x: number, y: number, r: number): string =>
  path(
    `M${n(x)} ${n(y - r)}Q${n(x)} ${n(y)} ${n(x + r)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y + r)}Q${n(x)} ${n(y)} ${n(x - r)} ${n(y)}Q${n(x)} ${n(y)} ${n(x)} ${n(y - r)}z`,
    '#ffffff',
    'opacity=".9"',
  );

function speedLines({ c, w, h, p }: Frame): string {
  const [cx, cy, far] = [w / 2, h * 0.55, Math.hypot(w, h)];
  const rays = times(46, (at) => {
    const angle = ((at + c.random.between(-0.3, 0.3)) / 46) * Math.PI * 2;
    const wide = c.random.between(0.006, 0.035);
    const near = Math.min(w, h) * c.random.between(0.36, 0.52);
    const point = (turn: number, r: number) => `${n(cx + Math.cos(turn) * r)} ${n(cy + Math.sin(turn) * r)}`;
    return path(
      `M${point(angle, near)}L${point(angle - wide, far)}L${point(angle + wide, far)}z`,
      at % 3 ? darker(p.accent, 0.3) : darker(p.near, 0.2),
      'opacity=".8"',
    );
  });
  return (
    rect(
      0,
      0,
      w,
      h,
      c.radial([
        [0, '#ffffff'],
        [0.5, lighter(p.light, 0.3)],
        [1, p.accent],
      ]),
    ) + rays
  );
}

/** A noise in large leaning letters. */
function sound({ w, h, p }: Frame, text: string): string {
  const size = Math.min(h * 0.6, (w * 0.8) / Math.max(1, [...text].length));
  const letters = lineOfText(text, 'sans', (w - textWidth(text, 'sans', size)) / 2, h / 2 + size * 0.36, size);
  return `<g transform="rotate(-7 ${n(w / 2)} ${n(h / 2)})" stroke-linejoin="round"><g fill="#fff" stroke="#fff" stroke-width="34">${letters}</g><g fill="${darker(p.accent, 0.1)}" stroke="${darker(p.near, 0.4)}" stroke-width="13">${letters}</g><g fill="${lighter(p.light, 0.1)}">${letters}</g></g>`;
}
