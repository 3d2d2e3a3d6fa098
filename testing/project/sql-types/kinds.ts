import pg from 'pg';
import { type Checker, type Type, TypeFlags, type TypeReference } from 'typescript/unstable/sync';
import type { Column } from './described.ts';

/** The type of a value in JavaScript: `number`, `Date`, `string[]` …; `any` is parsed JSON. */
export type Kind = string;

/** One value of each type, as PostgreSQL sends it. */
const SAMPLES: Readonly<Record<string, string>> = {
  boolean: 't',
  smallint: '1',
  integer: '1',
  bigint: '1',
  'double precision': '1',
  numeric: '1',
  text: 'a',
  name: 'a',
  uuid: 'a',
  date: '2026-01-01',
  'timestamp with time zone': '2026-01-01 00:00:00+00',
  bytea: '\\x00',
};
const NUMBERS = ['smallint', 'integer', 'bigint', 'double precision', 'numeric'];

const elementOf = (type: string) => /^(.*)\[\]$/.exec(type)?.[1];

/** The type that the driver returns for a column. */
export function kindOfColumn({ type, oid }: Column): Kind {
  if (type === 'json' || type === 'jsonb') return 'any';
  const element = elementOf(type);
  const sample = SAMPLES[element ?? type];
  if (sample === undefined) return `unknown type ${type}`;
  const parse: (text: string) => unknown = pg.types.getTypeParser(oid, 'text');
  return kindOfValue(parse(element === undefined ? sample : `{"${sample.replaceAll('\\', '\\\\')}"}`));
}

function kindOfValue(value: unknown): Kind {
  if (Array.isArray(value)) return `${kindOfValue(value[0])}[]`;
  if (value instanceof Date) return 'Date';
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value;
}

/** The types that can be given as a parameter of a type. */
export function kindsOfParam(type: string): Kind[] {
  const element = elementOf(type);
  if (element !== undefined) return kindsOfParam(element).map((kind) => `${kind}[]`);
  if (NUMBERS.includes(type)) return ['number'];
  if (type === 'timestamp with time zone') return ['Date', 'string'];
  return [type === 'boolean' ? 'boolean' : type === 'bytea' ? 'Buffer' : 'string'];
}

/** The kind of a declared type, `null` aside; the parts of a union are joined by `|`. */
export function createKindOfType(checker: Checker): (declared: Type) => Kind {
  const primitives = [
    ['number', checker.getNumberType()],
    ['string', checker.getStringType()],
    ['boolean', checker.getBooleanType()],
  ] as const;
  const union = (types: readonly Type[]) => [...new Set(types.map(kindOfType))].sort().join('|');
  function kindOfType(declared: Type): Kind {
    const type = checker.getNonNullableType(declared) ?? declared;
    if (type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never)) return checker.typeToString(type);
    if (checker.isArrayLikeType(type)) return `${union(checker.getTypeArguments(type as TypeReference))}[]`;
    for (const [name, primitive] of primitives) if (checker.isTypeAssignableTo(type, primitive)) return name;
    if (type.isUnionType()) return union(type.getTypes());
    return type.getSymbol()?.name ?? checker.typeToString(type);
  }
  return kindOfType;
}
