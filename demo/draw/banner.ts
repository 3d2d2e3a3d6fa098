import { createCanvas, ellipse, moved, rect } from './canvas.ts';
import { drawActor } from './cast/actor.ts';
import { darker, lighter, mix } from './color.ts';
import type { CoverDesign } from './cover.ts';
import { lineOfText } from './lettering/lettering.ts';
import { linesOf } from './lettering/title.ts';
import { PALETTES } from './palettes.ts';
import { SCENES } from './scene/scenes.ts';
import { type Frame, weather } from './scene/sky.ts';

const SIZE = { width: 1440, height: 720 };

type CharacterPosition = readonly [x: number, y: number, scale: number];

/** A banner of a series: its title at the left, its characters at the right. */
export function drawBanner(design: CoverDesign, cast: CoverDesign['cast']): string {
  const f = frameOf(design, 'banner');
  const places: CharacterPosition[] = [
    [0.84, 0.56, 1.3],
    [0.64, 0.66, 1.12],
  ];
  const people = actors(f, cast, places, () => -0.5);
  return finish(
    f,
    SCENES[design.scene](f) + light(f, 0.76) + veil(f) + people + weather(f, design.weather) + title(f, design),
  );
}

/** A wide picture of a series without lettering: its characters in the middle. */
export function drawWide(design: CoverDesign, cast: CoverDesign['cast']): string {
  const f = frameOf(design, 'wide');
  const pair: CharacterPosition[] = [
    [0.36, 0.6, 1.25],
    [0.65, 0.64, 1.2],
  ];
  const people = actors(f, cast, cast.length > 1 ? pair : [[0.5, 0.6, 1.35]], ({ turn }) => turn);
  return finish(f, SCENES[design.scene](f) + light(f, 0.5) + people + weather(f, design.weather));
}

function frameOf({ title, palette }: CoverDesign, use: string): Frame {
  return { c: createCanvas(`${title} ${use}`), w: SIZE.width, h: SIZE.height, p: PALETTES[palette] };
}

function finish({ c, w, h }: Frame, content: string): string {
  return c.finish(w, h, content);
}

/** The first characters at these places; those of the first place are in front. */
function actors(
  { c, w, h, p }: Frame,
  cast: CoverDesign['cast'],
  places: readonly CharacterPosition[],
  turnOf: (posed: CoverDesign['cast'][number]) => number,
): string {
  const drawn = places.flatMap(([x, y, scale], at) => {
    const posed = cast[at];
    if (!posed) return [];
    const actor = drawActor(c, posed.who, { mood: posed.mood, turn: turnOf(posed), rim: p.sun });
    return moved(actor, x * w, y * h, scale);
  });
  return drawn.toReversed().join('');
}

/** Darkens the left side behind the title. */
function veil({ c, w, h, p }: Frame): string {
  const dark = darker(p.near, 0.35);
  const fill = c.linear(
    [
      [0, dark, 0.72],
      [1, dark, 0],
    ],
    [0, 0, 1, 0],
  );
  return rect(0, 0, w * 0.7, h, fill);
}

/** Brightens the background behind the characters. */
function light({ c, w, h, p }: Frame, x: number): string {
  const fill = c.radial([
    [0, p.sun, 0.4],
    [1, p.sun, 0],
  ]);
  return ellipse(w * x, h * 0.55, w * 0.34, h * 0.6, fill);
}

function title({ c, h, p }: Frame, design: CoverDesign): string {
  const lines = linesOf(design);
  const size = Math.min(190, 760 / Math.max(...lines.map((text) => [...text].length)));
  const top = h * 0.4 - (lines.length * size * 1.12) / 2;
  const letters = lines.map((text, at) => lineOfText(text, 'sans', 84, top + size * (0.92 + at * 1.12), size)).join('');
  const edge = darker(mix(p.near, p.accent, 0.12), 0.35);
  const fill = c.linear([
    [0, '#ffffff'],
    [0.5, lighter(p.light, 0.35)],
    [1, mix(p.accent, p.light, 0.35)],
  ]);
  return `<g stroke-linejoin="round"><g fill="${edge}" stroke="${edge}" stroke-width="18">${letters}</g><g fill="${fill}">${letters}</g></g>`;
}
