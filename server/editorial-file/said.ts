import * as v from 'valibot';
import { ITEMS, MOST_ITEMS, SITE, TEXT } from './fields.ts';
import type { Path, YamlSource } from './yaml-source.ts';

/** One item of a list as the file says it, and where. */
export type Item<Name extends keyof typeof ITEMS> = { at: Path; said: v.InferOutput<(typeof ITEMS)[Name]> };

/** What a file says, part by part; a part it does not name is undefined. Something neutral stands in for a wrong field. */
export type Said = {
  [Name in keyof typeof ITEMS]?: Item<Name>[];
} & { site?: v.InferOutput<typeof SITE>; service?: v.InferOutput<typeof TEXT>; privacy?: v.InferOutput<typeof TEXT> };

const LISTS = ['home', 'banners', 'themes', 'events', 'promotions', 'genres', 'hot', 'faq'] as const;
const NAMES: readonly string[] = ['site', ...LISTS, 'service', 'privacy'];

/**
 * What stands in for a field that is wrong, so that the rest of its item is looked at too and all is told at once. Nothing
 * is ever noted against these themselves.
 */
const STAND_INS: Record<string, unknown> = {
  key: '',
  id: 0,
  name: '',
  title: '',
  description: '',
  body: '…',
  slot: 1,
  percent: 0,
  type: 0,
  count: 1,
  layout: 'row',
  more: null,
  show: 'updated',
  theme: 0,
  comics: [],
  comic: '',
  picture: '',
  link: '/',
  start: '',
  end: '',
  hidden: false,
  question: '',
  answer: '',
};

/** Takes every part to its fields; what is wrong by itself is noted, and the rest goes on to be looked at together. */
export function readSaid(source: YamlSource): Said {
  const { root = {}, wrong } = source;
  for (const name of Object.keys(root)) if (!NAMES.includes(name)) wrong([name], '没有这个字段');
  const part = <Schema extends v.GenericSchema>(name: string, schema: Schema) =>
    Object.hasOwn(root, name) ? readFields(source, [name], root[name], schema) : undefined;
  const list = <Name extends keyof typeof ITEMS>(name: Name) =>
    Object.hasOwn(root, name) ? readList(source, name, root[name]) : undefined;
  return {
    site: part('site', SITE),
    home: list('home'),
    banners: list('banners'),
    themes: list('themes'),
    events: list('events'),
    promotions: list('promotions'),
    genres: list('genres'),
    hot: list('hot'),
    faq: list('faq'),
    service: part('service', TEXT),
    privacy: part('privacy', TEXT),
  };
}

/** An empty field is an empty list: whoever takes out the last item leaves one behind. */
function readList<Name extends keyof typeof ITEMS>(source: YamlSource, name: Name, list: unknown): Item<Name>[] {
  const items = list ?? [];
  if (!Array.isArray(items)) source.wrong([name], '要写成列表，每项以 - 开头');
  else if (items.length > MOST_ITEMS) source.wrong([name], `最多 ${MOST_ITEMS} 项`);
  else {
    return items.flatMap((each: unknown, index) => {
      const at = [name, index];
      const said = readFields(source, at, name === 'genres' ? asGenre(each) : each, ITEMS[name]);
      return said === undefined ? [] : [{ at, said }];
    });
  }
  return [];
}

/** A genre that needs no more may be written as its name alone. */
function asGenre(said: unknown): unknown {
  return typeof said === 'string' ? { name: said } : said;
}

function readFields<Schema extends v.GenericSchema>(
  source: YamlSource,
  at: Path,
  said: unknown,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const fields = fieldsOf(schema);
  if (fields) {
    if (typeof said !== 'object' || said === null || Array.isArray(said)) {
      source.wrong(at, '要写成「字段: 内容」');
      return undefined;
    }
    const unknown = Object.keys(said).filter((name) => !fields.includes(name));
    for (const name of unknown) source.wrong([...at, name], '没有这个字段');
  }
  const { success, output, issues = [] } = v.safeParse(schema, said);
  const told = new Set<string>();
  for (const issue of issues) {
    const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
    // One field, one sentence: the first thing that is wrong with it.
    if (told.has(path.join('/'))) continue;
    told.add(path.join('/'));
    source.wrong([...at, ...path], issue.message);
  }
  if (success || !fields) return success ? output : undefined;
  return withStandIns(output, issues) as v.InferOutput<Schema>;
}

function withStandIns(output: unknown, issues: readonly v.BaseIssue<unknown>[]): Record<string, unknown> {
  const mended: Record<string, unknown> = { ...(output as object) };
  for (const { path = [] } of issues) {
    const [field, place] = path.map(({ key }) => key);
    const list = mended[String(field)];
    const isPlaced = typeof place === 'number' && Array.isArray(list);
    mended[String(field)] = isPlaced ? list.with(place, '') : STAND_INS[String(field)];
  }
  return mended;
}

function fieldsOf(schema: v.GenericSchema): string[] | undefined {
  return 'entries' in schema && typeof schema.entries === 'object' && schema.entries !== null
    ? Object.keys(schema.entries)
    : undefined;
}
