import { createCanvas, ellipse, moved, n, rect } from './canvas.ts';
import { type Actor, drawActor } from './cast/actor.ts';
import { MOODS, type Mood } from './cast/face.ts';
import { drawFullBody, type FullPose, isFullPose } from './cast/full-body.ts';
import { darker, lighter, mix } from './color.ts';
import { figure } from './figure.ts';
import { type Letters, linesOf, titleOf } from './lettering/title.ts';
import { PALETTES, type PaletteName } from './palettes.ts';
import { PROPS, type PropName } from './props.ts';
import { SCENES, type SceneName } from './scene/scenes.ts';
import { type Frame, type Weather, weather } from './scene/sky.ts';

export const COVER = { width: 750, height: 1000 };

/** A character on a cover, with mood and direction of the face; at full length if it has a pose. */
export type Posed = { who: Actor; mood: Mood; turn: number; pose?: FullPose };

/** The design of a cover. */
export type CoverDesign = {
  title: string;
  tagline: string;
  scene: SceneName;
  palette: PaletteName;
  weather: Weather;
  prop: PropName;
  layout: 'large' | 'pair' | 'corner' | 'low';
  /** Whether a small figure is seen from behind in the scene. */
  figure: boolean;
  letters: Letters;
  /** The title in lines; split by rule if left out. */
  lines?: readonly string[] | undefined;
  cast: readonly Posed[];
};

/** The cover of a series as SVG. */
export function drawCover(design: CoverDesign): string {
  const c = createCanvas(design.title);
  const p = PALETTES[design.palette];
  const f: Frame = { c, w: COVER.width, h: COVER.height, p };
  const { veil, letters } = titleOf(f, design);
  const content =
    SCENES[design.scene](f) +
    PROPS[design.prop](f) +
    lone(f, design) +
    veil +
    light(f) +
    posed(f, design) +
    weather(f, design.weather) +
    letters;
  return c.finish(f.w, f.h, content);
}

function lone({ c, w, h, p }: Frame, design: CoverDesign): string {
  if (!design.figure) return '';
  const ground = ellipse(
    w * 0.5,
    h * 1.06,
    w * 0.75,
    h * 0.2,
    c.linear([
      [0, darker(p.near, 0.1)],
      [0.5, darker(p.near, 0.4)],
    ]),
  );
  return ground + figure(w * 0.5, h * 0.855, 1.5, darker(p.near, 0.4), lighter(p.sun, 0.1), p.accent, 'long');
}

/** Brightens the background behind the characters, so that they stand out. */
function light({ c, w, h, p }: Frame): string {
  return ellipse(
    w * 0.5,
    h * 0.6,
    w * 0.62,
    h * 0.36,
    c.radial([
      [0, p.sun, 0.34],
      [1, p.sun, 0],
    ]),
  );
}

const PLACES = {
  large: [[0.5, 0.66, 1.42]],
  pair: [
    [0.31, 0.64, 1.2],
    [0.67, 0.71, 1.3],
  ],
  corner: [[0.64, 0.65, 1.4]],
  low: [[0.31, 0.69, 1.3]],
} as const satisfies Record<CoverDesign['layout'], readonly (readonly [x: number, y: number, scale: number])[]>;

function posed({ c, w, h, p }: Frame, design: CoverDesign): string {
  const { layout, letters, cast } = design;
  const hasTwoLines = linesOf(design).length > 1;
  const places: readonly (readonly [number, number, number])[] = PLACES[layout];
  return (
    cast
      .map(({ who, mood, turn, pose }, at) => {
        const [across, down, scale] = places[at] ?? places[0] ?? [0.5, 0.6, 1.5];
        // Columns of letters take the right side.
        const [x, y] = letters === 'column' && layout !== 'low' ? [across - 0.1, down + 0.06] : [across, down];
        const dark = mix(p.near, '#000000', 0.3);
        const shadow = ellipse(
          x * w,
          h * 1.0,
          w * 0.4 * scale * 0.55,
          h * 0.2,
          c.radial([
            [0, dark, 0.55],
            [1, dark, 0],
          ]),
        );
        if (pose && who.kind === 'person') {
          const [foot, size] = hasTwoLines ? [0.84, 1] : [0.77, 1.15];
          return moved(drawFullBody(c, who, pose, mood), w * 0.46, h * foot, size);
        }
        return shadow + moved(drawActor(c, who, { mood, turn, rim: p.sun }), x * w, y * h, scale);
      })
      .join('') +
    rect(
      0,
      h * 0.8,
      w,
      h * 0.2,
      c.linear([
        [0, p.near, 0],
        [1, darker(p.near, 0.3), 0.62],
      ]),
    )
  );
}

/** Reads `A happy -0.5 jump`: a character, a mood, a turn, and for a figure at full length its pose. */
export function readPosed(text: string, cast: ReadonlyMap<string, Actor>): Posed {
  const [name = '', mood = '', turn = '0', pose] = text.split(' ');
  const who = cast.get(name);
  const found = MOODS.find((each) => each === mood);
  if (who === undefined || found === undefined || Number.isNaN(Number(turn))) throw new Error(`not a pose: ${text}`);
  if (pose !== undefined && !isFullPose(pose)) throw new Error(`not a pose: ${text}`);
  return { who, mood: found, turn: Number(n(Number(turn))), ...(pose && { pose }) };
}
