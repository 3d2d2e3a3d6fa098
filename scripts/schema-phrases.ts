import type { JsonSchema } from '@valibot/to-json-schema';

/** One row of a field table. Nested fields have a path as their name: `grade.level`, `variants[].url`. */
export type FieldRow = { name: string; phrase: string; required: boolean | 'one of them' };

type Definition = JsonSchema | boolean;

/** The fields of an object, including those of unnamed objects inside it. For a union, the fields of each member. */
export function fieldsOf(json: JsonSchema, prefix = ''): FieldRow[] {
  if (json.anyOf) return json.anyOf.flatMap((choice) => (typeof choice === 'boolean' ? [] : choiceOf(choice, prefix)));
  const required = new Set(json.required);
  return Object.entries(json.properties ?? {}).flatMap(([key, value]) => {
    const name = `${prefix}${key}`;
    const inner = unnamedObject(value);
    return [
      { name, phrase: phraseFor(value), required: required.has(key) },
      ...(inner ? fieldsOf(inner.json, `${name}${inner.isList ? '[]' : ''}.`) : []),
    ];
  });
}

function choiceOf(json: JsonSchema, prefix: string): FieldRow[] {
  return fieldsOf(json, prefix).map((row) => ({ ...row, required: 'one of them' }));
}

/** A short Chinese description of a type, with links to named shapes. */
export function phraseFor(json: Definition): string {
  if (typeof json === 'boolean') return '任意';
  const fallback = json.default === undefined ? '' : `，默认 ${JSON.stringify(json.default)}`;
  return `${withoutDefault(json)}${fallback}`;
}

function withoutDefault(json: JsonSchema): string {
  if (json.$ref) return nameLink(json.$ref);
  if (json.anyOf) return json.anyOf.map(phraseFor).join(' 或 ');
  if (json.enum)
    return json.enum.map((each) => `\`${typeof each === 'string' ? each : JSON.stringify(each)}\``).join('、');
  if (json.const !== undefined) return `\`${JSON.stringify(json.const)}\``;
  switch (json.type) {
    case 'null':
      return '`null`';
    case 'boolean':
      return '布尔';
    case 'string':
      return `文本${textLimits(json)}`;
    case 'integer':
    case 'number':
      return `${json.type === 'integer' ? '整数' : '数'}${range(json)}`;
    case 'array':
      return `${listOf(json.items)}${json.maxItems === undefined ? '' : `，最多 ${json.maxItems} 项`}`;
    case 'object':
      return json.properties || !json.additionalProperties
        ? '对象'
        : `以键查找的 ${phraseFor(json.additionalProperties)}`;
    default:
      return '任意';
  }
}

function listOf(items: JsonSchema['items']): string {
  if (items === undefined || Array.isArray(items)) return '列表';
  const phrase = phraseFor(items);
  return /[ ，、]/.test(phrase) ? `列表（每项：${phrase}）` : `${phrase}[]`;
}

function textLimits({ format, pattern, minLength, maxLength }: JsonSchema): string {
  const limits = [
    ...(format === 'date-time' ? ['ISO 8601'] : []),
    ...(pattern ? [`\`${pattern.replaceAll('|', '\\|')}\``] : []),
    ...(minLength === undefined ? [] : [`至少 ${minLength} 个字符`]),
    ...(maxLength === undefined ? [] : [`最多 ${maxLength} 个字符`]),
  ];
  return limits.length > 0 ? `（${limits.join('，')}）` : '';
}

function range({ minimum, maximum }: JsonSchema): string {
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (minimum !== undefined && most !== undefined) return ` ${minimum}..${most}`;
  if (minimum !== undefined) return ` ≥ ${minimum}`;
  return most === undefined ? '' : ` ≤ ${most}`;
}

function nameLink(ref: string): string {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  return `[${name}](#${name.toLowerCase()})`;
}

/** The unnamed object of a field: the type itself, a nullable one, or the item of a list. */
function unnamedObject(json: Definition): { json: JsonSchema; isList: boolean } | undefined {
  if (typeof json === 'boolean' || json.$ref) return undefined;
  if (json.type === 'object' && json.properties) return { json, isList: false };
  if (json.type === 'array' && json.items && !Array.isArray(json.items)) {
    const inner = unnamedObject(json.items);
    return inner && { json: inner.json, isList: true };
  }
  for (const choice of json.anyOf ?? []) {
    const inner = unnamedObject(choice);
    if (inner) return inner;
  }
  return undefined;
}
