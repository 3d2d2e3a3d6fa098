import * as v from 'valibot';
import type { FieldSource, Path } from '../../core/files/yaml-source.ts';
import { ATTENDANCE, LIMITS } from './economy-fields.ts';
import { FEATURES, ITEMS, MOST_ITEMS, RESTRICTED, SITE, TEXT } from './fields.ts';

/** The fields of one item of a list, and where it is in the file. */
export type Item<Name extends keyof typeof ITEMS> = { at: Path; fields: v.InferOutput<(typeof ITEMS)[Name]> };

/** The content of a file, part by part; a part that it does not have is undefined. A wrong field has a neutral value. */
export type FileParts = {
  [Name in keyof typeof ITEMS]?: Item<Name>[];
} & {
  site?: v.InferOutput<typeof SITE>;
  restricted?: v.InferOutput<typeof RESTRICTED>;
  features?: v.InferOutput<typeof FEATURES>;
  limits?: v.InferOutput<typeof LIMITS>;
  attendance?: v.InferOutput<typeof ATTENDANCE>;
  service?: v.InferOutput<typeof TEXT>;
  privacy?: v.InferOutput<typeof TEXT>;
};

const NAMES: readonly string[] = [
  'export',
  'site',
  'restricted',
  'features',
  ...Object.keys(ITEMS),
  'limits',
  'attendance',
  'service',
  'privacy',
];

/**
 * Values for fields that are wrong, so that the rest of their item is checked too and all mistakes are reported at once.
 * These values themselves are never a mistake.
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
  notes: {},
  comic: '',
  picture: '',
  link: '/',
  start: '',
  end: '',
  hidden: false,
  listed: false,
  likes: false,
  ratings: false,
  question: '',
  answer: '',
  price: 0,
  coins: 0,
  firstBonus: 0,
  badge: '',
  chapters: 0,
  to: '',
  days: 0,
  validDays: 1,
  readers: [],
  bonus: 0,
  tickets: 0,
  repairCost: null,
  bonusDays: 1,
  ticketDays: 1,
  gradeBonus: [],
  passBonus: null,
  adult: {},
  undeclared: {},
};

/** In a list of numbers a wrong one is 0, in any other an empty name. */
const LISTS_OF_NAMES = ['comics'];

/** Validates the fields of every part and records their mistakes. `checkTogether` checks the parts against each other. */
export function readFileParts(source: FieldSource): FileParts {
  const { root = {}, wrong } = source;
  for (const name of Object.keys(root)) if (!NAMES.includes(name)) wrong([name], '没有这个字段');
  const part = <Schema extends v.GenericSchema>(name: string, schema: Schema) =>
    Object.hasOwn(root, name) ? readFields(source, [name], root[name], schema) : undefined;
  const list = <Name extends keyof typeof ITEMS>(name: Name) =>
    Object.hasOwn(root, name) ? readList(source, name, root[name]) : undefined;
  return {
    site: part('site', SITE),
    restricted: part('restricted', RESTRICTED),
    features: part('features', FEATURES),
    home: list('home'),
    banners: list('banners'),
    themes: list('themes'),
    events: list('events'),
    promotions: list('promotions'),
    packages: list('packages'),
    discounts: list('discounts'),
    limits: part('limits', LIMITS),
    gifts: list('gifts'),
    attendance: part('attendance', ATTENDANCE),
    genres: list('genres'),
    hot: list('hot'),
    faq: list('faq'),
    service: part('service', TEXT),
    privacy: part('privacy', TEXT),
  };
}

/** The number of the export that the file was made of; undefined if it was written by hand. */
export function exportOf({ root = {} }: FieldSource): string | undefined {
  return typeof root.export === 'string' ? root.export : undefined;
}

/** An empty field is an empty list: removing the last item leaves an empty field. */
function readList<Name extends keyof typeof ITEMS>(source: FieldSource, name: Name, list: unknown): Item<Name>[] {
  const items = list ?? [];
  if (!Array.isArray(items)) source.wrong([name], '要写成列表，每项以 - 开头');
  else if (items.length > MOST_ITEMS) source.wrong([name], `最多 ${MOST_ITEMS} 项`);
  else {
    return items.flatMap((each: unknown, index) => {
      const at = [name, index];
      const fields = readFields(source, at, name === 'genres' ? asGenre(each) : each, ITEMS[name]);
      return fields === undefined ? [] : [{ at, fields }];
    });
  }
  return [];
}

/** A genre that needs no more may be written as its name alone. */
function asGenre(item: unknown): unknown {
  return typeof item === 'string' ? { name: item } : item;
}

function readFields<Schema extends v.GenericSchema>(
  source: FieldSource,
  at: Path,
  value: unknown,
  schema: Schema,
): v.InferOutput<Schema> | undefined {
  const fields = fieldsOf(schema);
  if (fields) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      source.wrong(at, '要写成「字段: 内容」');
      return undefined;
    }
    const unknown = Object.keys(value).filter((name) => !fields.includes(name));
    for (const name of unknown) source.wrong([...at, name], '没有这个字段');
  }
  const { success, output, issues = [] } = v.safeParse(schema, value);
  const reported = new Set<string>();
  for (const issue of issues) {
    const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)));
    // Reports only the first mistake of each field.
    if (reported.has(path.join('/'))) continue;
    reported.add(path.join('/'));
    source.wrong([...at, ...path], issue.message);
  }
  if (success || !fields) return success ? output : undefined;
  return withStandIns(output, issues) as v.InferOutput<Schema>;
}

function withStandIns(output: unknown, issues: readonly v.BaseIssue<unknown>[]): Record<string, unknown> {
  const corrected: Record<string, unknown> = { ...(output as object) };
  for (const { path = [] } of issues) {
    const [field, place] = path.map(({ key }) => key);
    const list = corrected[String(field)];
    const isPlaced = typeof place === 'number' && Array.isArray(list);
    const neutral = LISTS_OF_NAMES.includes(String(field)) ? '' : 0;
    corrected[String(field)] = isPlaced ? list.with(place, neutral) : STAND_INS[String(field)];
  }
  return corrected;
}

function fieldsOf(schema: v.GenericSchema): string[] | undefined {
  return 'entries' in schema && typeof schema.entries === 'object' && schema.entries !== null
    ? Object.keys(schema.entries)
    : undefined;
}
