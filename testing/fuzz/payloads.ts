import type { Call, Schema } from '#contract/call';
import type { Random } from '../app/seeded-random.ts';
import type { Json } from './json-text.ts';
import { forgedCursor, POISONED_KEYS, poisoned, strangeText, strangeValue } from './strange-values.ts';

/** Existing values of the site by field name, including those of other readers. */
export type Known = { ids: readonly number[]; texts: Readonly<Record<string, readonly string[]>> };

/** The used parts of a valibot schema. Which ones exist depends on its type. */
type Shape = {
  type: string;
  entries?: Record<string, Shape>;
  wrapped?: Shape;
  item?: Shape;
  options?: readonly unknown[];
  literal?: unknown;
  pipe?: readonly { type: string; requirement?: unknown }[];
};

/** Extra fields with which an attacker might gain something. */
const COVETED: Readonly<Record<string, Json>> = {
  registered: true,
  adult: true,
  teen: false,
  coins: 9999,
  bonus: 9999,
  tickets: 99,
  points: 9999,
  growth_points: 9999,
  banned_at: null,
  erases_at: null,
  role: 'admin',
  price: 0,
  salePrice: 0,
  access: 'owned',
  owned: true,
  readable: true,
  seen_at: '2000-01-01',
  password_hash: 'x',
  expires_at: '9999-01-01',
  autoBuy: true,
  reply: 'x',
  expects_news: true,
  nickname: '甲',
  gender: 1,
  username: 'coveted',
};
const NAMES_OF_READERS = [
  'readerId',
  'reader_id',
  'userId',
  'user_id',
  'uid',
  'id',
  'ids',
  'session',
  'caller',
] as const;

/** A payload that the call accepts. */
export function validPayload({ payload }: Call, random: Random, known: Known): Json {
  return validValue(shapeOf(payload), '', random, known);
}

/** The payload with such extra fields. */
export function withExtras(call: Call, payload: Json, random: Random, known: Known): Json {
  if (payload === null || typeof payload !== 'object' || !('fields' in payload)) return payload;
  const own = new Set([...payload.fields.map(([key]) => key), ...fieldsOf(shapeOf(call.payload))]);
  const named = NAMES_OF_READERS.map((name): [string, Json] => [name, random.oneOf(known.ids)]);
  const tokens = (known.texts.token ?? []).slice(0, 1).map((token): [string, Json] => ['token', token]);
  const extras = [...named, ...tokens, ...Object.entries(COVETED)].filter(([key]) => !own.has(key));
  return { fields: [...payload.fields, ...extras, [random.oneOf(POISONED_KEYS), poisoned(random)]] };
}

/** A payload that is valid, nearly valid, or arbitrary. */
export function anyPayload(call: Call, random: Random, known: Known): Json {
  const payload = validPayload(call, random, known);
  const way = random.below(10);
  if (way < 3) return payload;
  if (way === 3) return withExtras(call, payload, random, known);
  if (way === 4) return random.below(3) === 0 ? strangeValue(random) : poisoned(random);
  if (payload === null || typeof payload !== 'object' || !('fields' in payload)) return strangeValue(random);
  const { fields } = payload;
  if (fields.length === 0)
    return { fields: [[random.oneOf(['id', 'token', '', ...POISONED_KEYS]), strangeValue(random)]] };
  const at = random.below(fields.length);
  const name = fields[at]?.[0] ?? '';
  const changed: Json = name === 'cursor' && random.below(2) === 0 ? forgedCursor(random) : strangeValue(random);
  const replaced = fields.map((field, index) => (index === at ? ([name, changed] as const) : field));
  if (way === 5) return { fields: fields.filter((_, index) => index !== at) };
  if (way === 6) return { fields: [...fields, [name, changed]] };
  if (way === 7) return { fields: [[name, changed], ...fields] };
  if (way === 8) return { fields: fields.map(([key]) => [key, strangeValue(random)] as const) };
  return { fields: replaced };
}

function validValue(shape: Shape, name: string, random: Random, known: Known): Json {
  const { type, entries, wrapped, item, options = [] } = shape;
  if (type === 'object')
    return {
      fields: Object.entries(entries ?? {})
        .filter(([, each]) => each.type !== 'optional' || random.below(3) > 0)
        .map(([key, each]) => [key, validValue(each, key, random, known)] as const),
    };
  if (type === 'optional' && wrapped) return validValue(wrapped, name, random, known);
  if (type === 'nullable' && wrapped) return random.below(3) === 0 ? null : validValue(wrapped, name, random, known);
  if (type === 'picklist') return random.oneOf(options) as Json;
  if (type === 'union') return validValue(random.oneOf(options) as Shape, name, random, known);
  if (type === 'literal') return shape.literal as Json;
  if (type === 'boolean') return random.below(2) === 0;
  if (type === 'array' && item) {
    const least = limitOf(shape, 'min_length') ?? 0;
    const most = Math.min(limitOf(shape, 'max_length') ?? 5, random.below(20) === 0 ? 100 : 5);
    const length = least + random.below(most - least + 1);
    return Array.from({ length }, () => validValue(item, name, random, known));
  }
  if (type === 'number') return validNumber(shape, random, known);
  if (type === 'string') return validText(shape, name, random, known);
  throw new Error(`no payload is known for a schema of type ${type}`);
}

function validNumber(shape: Shape, random: Random, known: Known): number {
  const least = limitOf(shape, 'min_value') ?? 0;
  const most = limitOf(shape, 'max_value') ?? 2 ** 31;
  const isWhole = shape.pipe?.some(({ type }) => type === 'integer') ?? false;
  const fitting = known.ids.filter((id) => id >= least && id <= most);
  const way = random.below(8);
  if (way < 5 && isWhole && fitting.length > 0) return random.oneOf(fitting);
  if (way === 5) return random.oneOf([least, most]);
  const within = least + random.below(Math.min(most - least + 1, 1000));
  return isWhole || way === 6 ? within : Math.min(most, within + random.below(1000) / 1000);
}

function validText(shape: Shape, name: string, random: Random, known: Known): string {
  const pattern = shape.pipe?.find(({ type }) => type === 'regex')?.requirement;
  const words = known.texts[name] ?? [];
  if (words.length > 0 && random.below(4) > 0) return random.oneOf(words);
  if (pattern instanceof RegExp) return textLike(pattern, random);
  const least = limitOf(shape, 'min_length') ?? 0;
  const most = limitOf(shape, 'max_length') ?? 100;
  const text = strangeText(random).slice(0, most);
  return text.length < least ? 'x'.repeat(least) : text;
}

/** A text that matches a pattern of plain characters and digits. */
function textLike({ source }: RegExp, random: Random): string {
  return source
    .replace(/^\^|\$$/g, '')
    .replace(/\\d\{(\d+)\}/g, (_, count) => Array.from({ length: Number(count) }, () => random.below(10)).join(''));
}

function fieldsOf({ entries, options }: Shape): string[] {
  return [...Object.keys(entries ?? {}), ...(options ?? []).flatMap((option) => fieldsOf(option as Shape))];
}

function limitOf({ pipe }: Shape, type: string): number | undefined {
  const requirement = pipe?.find((each) => each.type === type)?.requirement;
  return typeof requirement === 'number' ? requirement : undefined;
}

function shapeOf(schema: Schema): Shape {
  return schema as unknown as Shape;
}
