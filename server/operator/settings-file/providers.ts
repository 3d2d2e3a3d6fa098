import { type Document, isMap, isScalar, type Node, parseDocument, visit } from 'yaml';
import { readYaml } from '../../core/files/yaml-source.ts';
import type { SavingMistake } from './replace.ts';

type Value = string | boolean | string[];

/** A provider in a file of settings: a gateway of text messages, or a payment channel. A nested field is `outer.inner`. */
export type ProviderEdit = {
  kind: string;
  /** Absent or null: stays as it is; empty: is left out. */
  fields: Readonly<Record<string, Value | null>>;
};
export type ProviderView = {
  kind: string;
  fields: Record<string, Value>;
  /** With their values. */
  stored: { name: string; value: Value }[];
};

/**
 * For each kind the fields that are never shown, each with the fields that name its account. If one of these changes, the secret
 * must be entered again.
 */
export type StoredFields = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The providers of a file in their order, apart from the values that are never shown. */
export function viewProviders(text: string, kinds: StoredFields): ProviderView[] {
  const { root = {} } = readYaml(text);
  return Object.entries(root).flatMap(([kind, provider]) => {
    const hidden = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (!hidden) return [];
    const all = Object.entries(flatten(provider));
    return {
      kind,
      fields: Object.fromEntries(all.filter(([name]) => !Object.hasOwn(hidden, name))),
      stored: all.flatMap(([name, value]) => (Object.hasOwn(hidden, name) ? { name, value } : [])),
    };
  });
}

/** A mistake once somebody else has added, removed or ordered providers: these edits would undo that, and delete keys. */
export function changedSince(text: string, kinds: StoredFields, seen: readonly string[] | undefined): SavingMistake[] {
  const kindsNow = viewProviders(text, kinds).map(({ kind }) => kind);
  if (!seen || seen.join() === kindsNow.join()) return [];
  return [{ field: '', what: '刚刚有人改过，没有保存：看一看现在的设置，再改一次' }];
}

/**
 * The text of the file with these providers in this order; its comments stay. The mistakes are about stored fields that would
 * be used with another account than before.
 */
export function writeProviders(
  text: string,
  edits: readonly ProviderEdit[],
  kinds: StoredFields,
): { document: Document; mistakes: SavingMistake[] } {
  const { root = {} } = readYaml(text);
  const document: Document = parseDocument(text);
  // A file of comments alone has no fields.
  document.contents ??= document.createNode({});
  const { contents } = document;
  if (!isMap(contents)) throw new Error('the file has been read without mistakes, so it is a map');
  contents.flow = false;
  resolveAliases(document);
  const mistakes: SavingMistake[] = [];
  for (const { kind, fields } of edits) {
    const before = flatten(root[kind]);
    for (const [name, accountFields] of Object.entries(kinds[kind] ?? {})) {
      if (before[name] === undefined || (fields[name] ?? null) !== null) continue;
      if (
        accountFields.some((each) => (fields[each] ?? null) !== null && String(fields[each]) !== String(before[each]))
      )
        mistakes.push({ field: fieldName(kind, name), what: '账号与原来的不同，要重新写' });
    }
    for (const [name, value] of Object.entries(fields)) {
      const place = [kind, ...name.split('.')];
      if (value === null || isSame(value, before[name])) continue;
      const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
      const around = document.getIn(place.slice(0, -1));
      if (around !== undefined && !isMap(around)) mistakes.push({ field: fieldName(kind, name), what: '没有这个字段' });
      else if (!isEmpty) document.setIn(place, value);
      else if (before[name] !== undefined) document.deleteIn(place);
    }
  }
  const order = edits.map(({ kind }) => kind);
  const kindOf = (key: unknown) => (isScalar(key) ? String(key.value) : '');
  const others = contents.items.filter(({ key }) => !Object.hasOwn(kinds, kindOf(key)));
  contents.items = [...order.flatMap((kind) => contents.items.filter(({ key }) => kindOf(key) === kind)), ...others];
  return { document, mistakes };
}

/** Replaces each reference (`*name`) by its value, because providers can be changed, moved and removed one by one. */
function resolveAliases(document: Document): void {
  visit(document, { Alias: (_key, alias) => alias.resolve(document)?.clone() as Node | undefined });
  visit(document, {
    Value(_key, node) {
      delete node.anchor;
    },
  });
}

/** As in messages about the file: aliyun「templates」「default」. */
function fieldName(kind: string, name: string): string {
  return (
    kind +
    name
      .split('.')
      .map((part) => `「${part}」`)
      .join('')
  );
}

const isSame = (value: Value, before: unknown) =>
  Array.isArray(value) ? JSON.stringify(value) === JSON.stringify(before) : value === before;

function flatten(fields: unknown): Record<string, Value> {
  if (typeof fields !== 'object' || fields === null) return {};
  const entries = Object.entries(fields).flatMap(([name, value]): [string, Value][] => {
    if (typeof value === 'string' || typeof value === 'boolean') return [[name, value]];
    if (Array.isArray(value)) return [[name, value.map(String)]];
    return Object.entries(flatten(value)).map(([inner, each]) => [`${name}.${inner}`, each]);
  });
  return Object.fromEntries(entries);
}
