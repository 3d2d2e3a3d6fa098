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

/** A wide picture of a series: its title at the left, its characters at the right. */
export function drawBanner(design: CoverDesign, cast: CoverDesign['cast']): string {
  const c = createCanvas(`${design.title} banner`);
  const p = PALETTES[design.palette];
  const f: Frame = { c, w: SIZE.width, h: SIZE.height, p };
  const places = [
    [0.84, 0.56, 1.3],
    [0.64, 0.66, 1.12],
  ] as const;
  const people = cast.slice(0, 2).map(({ who, mood }, at) => {
    const [x, y, scale] = places[at] ?? places[0];
    return moved(drawActor(c, who, { mood, turn: -0.5, rim: p.sun }), x * f.w, y * f.h, scale);
  });
  const dark = darker(p.near, 0.35);
  const veil = rect(
    0,
    0,
    f.w * 0.7,
    f.h,
    c.linear(
      [
        [0, dark, 0.72],
        [1, dark, 0],
      ],
      [0, 0, 1, 0],
    ),
  );
  const light = ellipse(
    f.w * 0.76,
    f.h * 0.55,
    f.w * 0.34,
    f.h * 0.6,
    c.radial([
      [0, p.sun, 0.4],
      [1, p.sun, 0],
    ]),
  );
  const content =
    SCENES[design.scene](f) +
    light +
    veil +
    people.toReversed().join('') +
    weather(f, design.weather) +
    title(f, design);
  return c.finish(f.w, f.h, content);
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
