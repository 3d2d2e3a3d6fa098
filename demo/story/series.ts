import { readdir, readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { parse } from 'yaml';
import type { Actor } from '../draw/cast/actor.ts';
import { EXTRAS, FACES, HAIR_STYLES, KINDS, OUTFITS } from '../draw/cast/looks.ts';
import { type CoverDesign, readPosed } from '../draw/cover.ts';
import { LETTERS } from '../draw/lettering/title.ts';
import { PALETTES, type PaletteName } from '../draw/palettes.ts';
import { PROPS, type PropName } from '../draw/props.ts';
import { SCENES, type SceneName } from '../draw/scene/scenes.ts';
import { WEATHERS } from '../draw/scene/sky.ts';
import { type Beat, readScript } from './script.ts';

const FOLDER = new URL('../series/', import.meta.url);

/** A series of the demo: its metadata, cover and story. */
export type Series = {
  /** Name of its file, and of its folder while it is drawn. */
  name: string;
  title: string;
  authors: string[];
  genres: string[];
  tagline: string;
  description: string;
  status: 'serial' | 'complete';
  weekdays: number[];
  direction: 'strip' | 'ltr' | 'rtl';
  age: 'all' | '12' | '16' | '18';
  price: number;
  freeFirst: number;
  cover: CoverDesign;
  cast: ReadonlyMap<string, Actor>;
  chapters: { title: string; beats: Beat[] }[];
};

const text = v.pipe(v.string(), v.trim(), v.minLength(1));
const color = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/));
const keysOf = <Name extends string>(object: Record<Name, unknown>) =>
  v.custom<Name>((value) => typeof value === 'string' && Object.hasOwn(object, value));

const PERSON = v.object({
  name: text,
  face: v.optional(v.picklist(FACES), 'round'),
  hair: v.picklist(HAIR_STYLES),
  hairColor: color,
  skin: v.optional(color, '#ffdfc8'),
  eyes: color,
  outfit: v.picklist(OUTFITS),
  color,
  trim: color,
  extras: v.optional(v.array(v.picklist(EXTRAS)), []),
});
const CREATURE = v.object({ name: text, kind: v.picklist(KINDS), color, trim: color, eyes: color });

const SERIES = v.object({
  title: text,
  authors: v.array(text),
  genres: v.array(text),
  tagline: text,
  description: text,
  status: v.picklist(['serial', 'complete']),
  weekdays: v.array(v.number()),
  direction: v.picklist(['strip', 'ltr', 'rtl']),
  age: v.optional(v.picklist(['all', '12', '16', '18']), 'all'),
  price: v.optional(v.number(), 0),
  freeFirst: v.optional(v.number(), 0),
  cover: v.object({
    scene: keysOf<SceneName>(SCENES),
    palette: keysOf<PaletteName>(PALETTES),
    weather: v.picklist(WEATHERS),
    prop: keysOf<PropName>(PROPS),
    layout: v.picklist(['large', 'pair', 'corner', 'low']),
    figure: v.optional(v.boolean(), false),
    letters: v.picklist(LETTERS),
    lines: v.optional(v.array(text)),
    cast: v.array(text),
  }),
  cast: v.record(text, v.union([CREATURE, PERSON])),
  chapters: v.array(v.object({ title: text, lines: text })),
});

/** All series, in the order in which they are drawn. */
export async function readAllSeries(): Promise<Series[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.yaml')).toSorted();
  return Promise.all(files.map((file) => readSeries(file.replace(/\.yaml$/, ''))));
}

export async function readSeries(name: string): Promise<Series> {
  const written: unknown = parse(await readFile(new URL(`${name}.yaml`, FOLDER), 'utf8'));
  const series = v.parse(SERIES, written);
  const cast = new Map<string, Actor>(
    Object.entries(series.cast).map(([key, { name: _name, ...look }]) => [
      key,
      'kind' in look ? look : { kind: 'person', ...look },
    ]),
  );
  const { title, tagline } = series;
  return {
    ...series,
    name,
    cast,
    cover: { ...series.cover, title, tagline, cast: series.cover.cast.map((each) => readPosed(each, cast)) },
    chapters: series.chapters.map(({ title: called, lines }) => ({ title: called, beats: readScript(lines) })),
  };
}

/** The characters of the cover; all of the series if the cover has none. */
export function coverCast({ cover, cast }: Series): CoverDesign['cast'] {
  if (cover.cast.length > 0) return cover.cast;
  return [...cast.values()].map((who) => ({ who, mood: 'happy', turn: 0 }));
}
