import { brushStroke, drops } from '../brush.ts';
import { moved, n, rect, times } from '../canvas.ts';
import type { Actor } from '../cast/actor.ts';
import { drawFullBody, type FullPose } from '../cast/full-body.ts';
import type { Person } from '../cast/person.ts';
import { darker, mix } from '../color.ts';
import { SCENES, type SceneName } from '../scene/scenes.ts';
import type { Frame } from '../scene/sky.ts';

/** The colours of a person seen against the light. */
function silhouetteOf(who: Person, color: string): Person {
  return { ...who, hairColor: color, skin: color, eyes: color, color, trim: color, extras: [] };
}

const WALKED: ReadonlySet<SceneName> = new Set([
  'hills',
  'city',
  'rooftop',
  'street',
  'temple',
  'village',
  'forest',
  'dunes',
  'mountains',
  'sea',
]);

/** Persons of the story far away in a scene, as silhouettes, in about half of the scenes that have a ground. */
export function passersBy({ c, w, h, p }: Frame, scene: SceneName, cast: Iterable<Actor>): string {
  const people = [...cast].filter((who) => who.kind === 'person').slice(0, 2);
  if (!WALKED.has(scene) || people.length === 0 || c.random.between(0, 1) < 0.45) return '';
  const scale = (h / 1000) * (w < 500 ? 0.8 : 1);
  const start = c.random.between(0.3, 0.62);
  const color = darker(mix(p.near, p.mid, 0.25), 0.35);
  return people
    .map((who, at) =>
      moved(
        drawFullBody(c, silhouetteOf(who, color), at === 0 ? 'walk' : 'stand', null),
        w * (start + at * 0.13),
        h * 0.98 - 196 * scale,
        scale,
      ),
    )
    .join('');
}

/** A person in action: the scene flies past, or one stroke of the brush where the story is drawn in ink. */
export function drawAction(f: Frame, who: Person, pose: FullPose, scene: SceneName, isInk: boolean): string {
  const { c, w, h, p } = f;
  const scale = (h / 620) * Math.min(1, w / 420);
  const [x, y] = [w * 0.46, h * 0.58];
  const leans = pose === 'jump' || pose === 'strike' ? -8 : 4;
  const body = `<g transform="rotate(${leans} ${n(x)} ${n(y)})">${moved(drawFullBody(c, who, pose, 'firm'), x, y, scale)}</g>`;
  if (isInk) {
    const ink = darker(p.near, 0.2);
    return (
      rect(0, 0, w, h, p.sky[2]) +
      brushStroke(c, [w * 0.02, h * 0.9], [w * 0.98, h * 0.2], h * 0.2, mix(p.far, p.sky[2], 0.3)) +
      brushStroke(c, [w * 0.08, h * 0.98], [w * 0.9, h * 0.84], h * 0.07, ink) +
      brushStroke(c, [w * 0.3, h * 0.16], [w * 0.98, h * 0.5], h * 0.045, p.accent) +
      body +
      drops(c, w * 0.8, h * 0.34, h * 0.24, ink)
    );
  }
  return (
    SCENES[scene]({ ...f, w: w * 1.3, h: h * 1.1 }) + rect(0, 0, w, h, p.sky[2], 'opacity=".28"') + streaks(f) + body
  );
}

/** Lines of speed from left to right, denser at the edges. */
function streaks({ c, w, h, p }: Frame): string {
  return times(34, (at) => {
    const edge = at % 2 === 0 ? c.random.between(0, 0.3) : c.random.between(0.72, 1);
    const long = c.random.between(0.3, 0.9) * w;
    const x = c.random.between(-0.2, 0.8) * w;
    return rect(x, edge * h, long, c.random.between(2, 9), at % 3 ? '#ffffff' : p.accent, 'opacity=".62" rx="4"');
  });
}
