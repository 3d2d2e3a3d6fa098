import type { Beat, Surroundings } from '../../story/script.ts';
import { inked } from '../brush.ts';
import { type Canvas, createCanvas, ellipse, line, moved, n, rect } from '../canvas.ts';
import { type Actor, drawActor } from '../cast/actor.ts';
import type { Mood } from '../cast/face.ts';
import { drawFullBody } from '../cast/full-body.ts';
import type { Pose } from '../cast/person.ts';
import { drawProfile } from '../cast/profile.ts';
import { darker, isDark, lighter } from '../color.ts';
import { lineOfText, textWidth } from '../lettering/lettering.ts';
import { PALETTES } from '../palettes.ts';
import { SCENES } from '../scene/scenes.ts';
import { type Frame, weather } from '../scene/sky.ts';
import { type Cast, drawPanel } from './panel.ts';
import { dealt, type Panel, panelsOf } from './panels.ts';

const WIDTH = 750;
/** A page of a book has the shape 9:16, so that it fills a phone. */
const PAGE_HEIGHT = 1333;

export type Direction = 'strip' | 'ltr' | 'rtl';

/** A chapter to be drawn. */
export type ChapterScript = {
  series: string;
  no: number;
  title: string;
  direction: Direction;
  cast: Cast;
  beats: readonly Beat[];
};

/** Draws a page when it is asked for. */
export type PageDrawing = () => string;

/** The pages of a chapter: its title over the first scene, then the story. */
export function pagesOf(chapter: ChapterScript): PageDrawing[] {
  const { series, no, direction, cast, beats } = chapter;
  const seed = `${series} ${no}`;
  const panels = panelsOf(beats, createCanvas(seed).random);
  const isStrip = direction === 'strip';
  const pages = dealt(panels, isStrip ? 2 : 3);
  return [
    () => opening(createCanvas(`${seed} opening`), chapter),
    ...pages.map((page, at) => () => {
      const c = createCanvas(`${seed} ${at}`);
      return isStrip ? strip(c, page, cast) : sheet(c, page, cast, direction === 'rtl');
    }),
  ];
}

/** The title of the chapter over its first place, with one of its characters. */
function opening(c: Canvas, { no, title, direction, cast, beats }: ChapterScript): string {
  const place: Surroundings = beats[0]?.place ?? { scene: 'hills', palette: 'noon', weather: 'none' };
  const h = direction === 'strip' ? 940 : PAGE_HEIGHT;
  const f: Frame = { c, w: WIDTH, h, p: PALETTES[place.palette] };
  const first = beats.find((beat) => beat.kind === 'speech');
  const speaker: Actor | undefined = first === undefined ? undefined : cast.get(first.who);
  const mood: Mood = first?.mood ?? 'calm';
  const side = no % 2 ? 0.66 : 0.34;
  const who =
    speaker === undefined
      ? ''
      : moved(
          posedFor(c, speaker, no, { mood, turn: side > 0.5 ? -0.5 : 0.5, rim: f.p.sun }),
          WIDTH * side,
          h * 0.66,
          1.3,
        );
  const number = `第${no}话`;
  const size = Math.min(84, 610 / [...title].length);
  const x = WIDTH * 0.09;
  const named = (text: string, y: number, each: number) => {
    const letters = lineOfText(text, 'sans', x, y, each, 4);
    return `<g fill="none" stroke="#0c0718" stroke-width="16" stroke-linejoin="round" opacity=".35">${letters}</g><g fill="#ffffff">${letters}</g>`;
  };
  const veil = rect(
    0,
    0,
    WIDTH,
    h * 0.45,
    c.linear([
      [0, darker(f.p.near, 0.35), 0.68],
      [1, f.p.near, 0],
    ]),
  );
  const rule = line(`M${n(x)} ${n(h * 0.135)}h${n(textWidth(number, 'sans', 40, 4))}`, f.p.accent, 6);
  return c.finish(
    WIDTH,
    h,
    SCENES[place.scene](f) +
      ellipse(
        WIDTH * side,
        h * 0.66,
        300,
        320,
        c.radial([
          [0, lighter(f.p.sun, 0.2), 0.4],
          [1, f.p.sun, 0],
        ]),
      ) +
      veil +
      who +
      weather(f, place.weather) +
      named(number, h * 0.115, 40) +
      rule +
      named(title, h * 0.16 + size, size),
  );
}

/** The first chapter opens with a portrait, the second with a profile, the third with a figure at full length, and so on. */
function posedFor(c: Canvas, who: Actor, no: number, pose: Pose): string {
  const kind = no % 3;
  if (who.kind !== 'person' || kind === 1) return drawActor(c, who, pose);
  const turned = kind === 2 ? drawProfile(c, who, pose.mood) : moved(drawFullBody(c, who, 'walk', pose.mood), 0, 60);
  return pose.turn < 0 ? `<g transform="scale(-1 1)">${turned}</g>` : turned;
}

/** Dark around panels of the night. */
function paperOf(panels: readonly Panel[], day: string): string {
  return isDark(PALETTES[panels[0]?.beat.place.palette ?? 'noon'].sky[0]) ? '#12101c' : day;
}

/** A part of a strip: panels below each other, some as wide as the screen, some narrower. */
function strip(c: Canvas, panels: readonly Panel[], cast: Cast): string {
  const paper = paperOf(panels, '#ffffff');
  let y = 34;
  let content = '';
  for (const [at, panel] of panels.entries()) {
    const isWide = panel.kind === 'place' || panel.kind === 'sound' || panel.kind === 'action' || at % 2 === 0;
    const w = isWide ? WIDTH : WIDTH - 70;
    const h = { place: 470, sound: 300, action: 700, solo: 560, duo: 560 }[panel.kind];
    const x = isWide ? 0 : c.random.oneOf([0, 70]);
    content += frame(c, panel, cast, { x, y, w, h, border: isWide ? 0 : 4, isRightToLeft: false });
    y += h + 68;
  }
  return c.finish(WIDTH, y - 34, rect(0, 0, WIDTH, y, paper) + content);
}

type PlacedFrame = { x: number; y: number; w: number; h: number; border: number; isRightToLeft: boolean };

function frame(c: Canvas, panel: Panel, cast: Cast, { x, y, w, h, border, isRightToLeft }: PlacedFrame): string {
  const { inside, words } = drawPanel(c, panel, cast, w, h, isRightToLeft);
  const edge = border === 0 ? '' : rect(0, 0, w, h, 'none', `stroke="#1d1826" stroke-width="${border}"`);
  const shown = panel.beat.place.palette === 'ink' ? inked(c, inside) : inside;
  return moved(c.clipped(rect(0, 0, w, h, '#000'), shown) + edge + words, x, y);
}

/** A sheet of a book: rows of one or two panels, which follow each other in the direction of reading. */
function sheet(c: Canvas, panels: readonly Panel[], cast: Cast, isRightToLeft: boolean): string {
  const [margin, gap] = [26, 16];
  const rows = rowsOf(c, panels);
  const weights = rows.map((row) =>
    row.length === 2 || row[0]?.kind === 'duo'
      ? 1.2
      : row[0]?.kind === 'action'
        ? 1.5
        : row[0]?.kind === 'sound'
          ? 0.5
          : row[0]?.kind === 'place'
            ? 0.82
            : 1,
  );
  const total = weights.reduce((sum, each) => sum + each, 0);
  const room = PAGE_HEIGHT - 2 * margin - gap * (rows.length - 1);
  let y = margin;
  let content = '';
  for (const [at, row] of rows.entries()) {
    const h = (room * (weights[at] ?? 1)) / total;
    const shares =
      row.length === 2
        ? c.random.oneOf([
            [0.46, 0.54],
            [0.54, 0.46],
          ] as const)
        : ([1] as const);
    const ordered = isRightToLeft ? [...row].reverse() : row;
    let x = margin;
    for (const [each, panel] of ordered.entries()) {
      const w = (WIDTH - 2 * margin - gap * (row.length - 1)) * (shares[each] ?? 1);
      content += frame(c, panel, cast, { x, y, w, h, border: 5, isRightToLeft });
      x += w + gap;
    }
    y += h + gap;
  }
  return c.finish(WIDTH, PAGE_HEIGHT, rect(0, 0, WIDTH, PAGE_HEIGHT, paperOf(panels, '#fffdf8')) + content);
}

/** Two that fit beside each other share a row where the page has more than two panels. */
function rowsOf(c: Canvas, panels: readonly Panel[]): Panel[][] {
  const rows: Panel[][] = [];
  for (const panel of panels) {
    const last = rows.at(-1);
    const fits =
      panel.kind === 'solo' &&
      last?.length === 1 &&
      last[0]?.kind === 'solo' &&
      panel.beat.text.length <= 16 &&
      last[0].beat.text.length <= 16;
    if (fits && panels.length > 2 && c.random.between(0, 1) < 0.9) last.push(panel);
    else rows.push([panel]);
  }
  return rows;
}
