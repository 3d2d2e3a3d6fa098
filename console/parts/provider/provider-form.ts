/** The form of a provider: a gateway of text messages, or a payment channel. Its fields are those of the file of settings. */

type Value = string | boolean | string[];
export type ProviderValues = Record<string, Value>;
export type ProviderFields = Record<string, Value | null>;

export type ShownProvider = {
  kind: string;
  fields: ProviderFields;
  /** Set, but not shown. */
  stored: readonly { name: string; print: string | null }[];
};

export type FieldSpec = {
  /** As in the file; `outer.inner` is a nested one. One that begins with `_` is only for the form. */
  name: string;
  label: string;
  /** Where the operator finds the value. */
  hint?: string;
  /** `secret` and `key` are never shown again; a key can be chosen as a file. Default: text. */
  input?: 'text' | 'secret' | 'key' | 'flag' | 'select' | 'several';
  /** Of `select` and `several`. */
  options?: readonly (readonly [string, string])[];
  /** The first value. */
  initial?(provider: ShownProvider | null): Value;
  /** A text that need not be written. */
  isOptional?: boolean;
  /** Whether it is asked for; otherwise it is left out of the file. */
  isFor?(values: ProviderValues): boolean;
};

export type KindSpec = { kind: string; title: string; fields: readonly FieldSpec[] };

/** The form library takes a dot for a nested value. */
export const formName = (name: string) => name.replace('.', ':');

const isStored = ({ input }: FieldSpec) => input === 'secret' || input === 'key';
const hasStored = (provider: ShownProvider | null, name: string) =>
  provider?.stored.some((each) => each.name === name) ?? false;

export function toForm({ fields }: KindSpec, provider: ShownProvider | null): ProviderValues {
  return Object.fromEntries(
    fields.map((spec) => {
      const { name, input, initial } = spec;
      const empty = input === 'flag' ? false : input === 'several' ? [] : '';
      return [formName(name), provider?.fields[name] ?? initial?.(provider) ?? empty];
    }),
  );
}

/** The values to send: null keeps the stored value, an empty field is left out. */
export function fromForm({ fields }: KindSpec, values: ProviderValues, provider: ShownProvider | null): ProviderFields {
  const sent: ProviderFields = {};
  for (const spec of fields) {
    const { name, isFor } = spec;
    if (name.startsWith('_')) continue;
    const value = values[formName(name)] ?? '';
    const wasSet = hasStored(provider, name) || provider?.fields[name] !== undefined;
    if (isFor && !isFor(values)) {
      if (wasSet) sent[name] = '';
    } else if (typeof value !== 'string') sent[name] = value;
    else if (value.trim() !== '') sent[name] = value.trim();
    else if (!isStored(spec) && wasSet) sent[name] = '';
  }
  return sent;
}

/** The field that a mistake is about, such as aliyun「templates」「login」; null = none of this form. */
export function fieldOfMistake({ kind, fields }: KindSpec, field: string): string | null {
  const [, of = '', rest = ''] = /^([a-z-]+)((?:「[^」]+」)*)/.exec(field) ?? [];
  const name = [...rest.matchAll(/「([^」]+)」/g)].map(([, part]) => part).join('.');
  return of === kind && fields.some((each) => each.name === name) ? name : null;
}
