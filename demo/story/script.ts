import { MOODS, type Mood } from '../draw/cast/face.ts';
import { type FullPose, isFullPose } from '../draw/cast/full-body.ts';
import { PALETTES, type PaletteName } from '../draw/palettes.ts';
import { SCENES, type SceneName } from '../draw/scene/scenes.ts';
import { WEATHERS, type Weather } from '../draw/scene/sky.ts';

/** A scene with its light and weather. */
export type Surroundings = { scene: SceneName; palette: PaletteName; weather: Weather };

/** A unit of a story: a speech, an action with or without a shout, a caption, a scene, or a sound. */
export type Beat =
  | { place: Surroundings; kind: 'place' }
  | { place: Surroundings; kind: 'caption'; text: string }
  | { place: Surroundings; kind: 'sound'; text: string }
  | { place: Surroundings; kind: 'action'; who: string; pose: FullPose; text: string }
  | { place: Surroundings; kind: 'speech'; who: string; mood: Mood; text: string };

/**
 * Reads the script of a chapter, one beat a line: `@street night rain` a scene, `A happy：…` a speech, `*A jump：…` an action with
 * a shout (`*A jump` without one), `：…` a caption, `！…` a sound.
 */
export function readScript(text: string): Beat[] {
  const beats: Beat[] = [];
  let place: Surroundings = { scene: 'room', palette: 'warm', weather: 'none' };
  for (const written of text.split('\n').map((each) => each.trim())) {
    if (written === '') continue;
    if (written.startsWith('@')) {
      place = readSurroundings(written.slice(1));
      beats.push({ place, kind: 'place' });
    } else if (written.startsWith('*')) beats.push(readAction(written.slice(1), place));
    else if (written.startsWith('！')) beats.push({ place, kind: 'sound', text: written.slice(1) });
    else beats.push(readLine(written, place));
  }
  return beats;
}

function readSurroundings(text: string): Surroundings {
  const [scene = '', palette = '', weather = 'none'] = text.split(' ');
  if (!isKey(SCENES, scene) || !isKey(PALETTES, palette)) throw new Error(`no such place: ${text}`);
  const found = WEATHERS.find((each) => each === weather);
  if (found === undefined) throw new Error(`no such weather: ${text}`);
  return { scene, palette, weather: found };
}

function readAction(written: string, place: Surroundings): Beat {
  const [head = '', text = ''] = written.split('：');
  const [who = '', pose = ''] = head.split(' ');
  if (!isFullPose(pose)) throw new Error(`no such pose: ${written}`);
  return { place, kind: 'action', who, pose, text };
}

function readLine(written: string, place: Surroundings): Beat {
  const at = written.indexOf('：');
  const [head, text] = [written.slice(0, at), written.slice(at + 1)];
  if (at < 0 || text === '') throw new Error(`nothing is said: ${written}`);
  if (head === '') return { place, kind: 'caption', text };
  const [who = '', feels = 'calm'] = head.split(' ');
  const mood = MOODS.find((each) => each === feels);
  if (mood === undefined) throw new Error(`no such mood: ${written}`);
  return { place, kind: 'speech', who, mood, text };
}

function isKey<T extends object>(object: T, key: string | number | symbol): key is keyof T {
  return Object.hasOwn(object, key);
}
