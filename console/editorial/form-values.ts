import { plainText } from '../parts/plain-text.ts';
import type { Field, PartFields } from './field.ts';

/** An item as the form holds it: texts, lists of comics, and for a `choice` the name of the chosen field. */
export type FormItem = Record<string, unknown>;
type Fields = readonly Field[];

/** The items of a part in the form; a part that is no list is one item. */
export function toForm({ item, isBare, fields }: PartFields, value: unknown): FormItem[] {
  if (item === undefined) return [itemToForm(fields, value)];
  return (Array.isArray(value) ? value : []).map((each: unknown) => {
    // A word is written as itself, and a genre that needs no more as its name.
    const isText = isBare || typeof each === 'string';
    return itemToForm(fields, isText ? { [fields[0]?.name ?? '']: each } : each);
  });
}

/** The value of the part, in the fields of the editorial file. */
export function fromForm({ item, isBare, fields }: PartFields, items: readonly FormItem[]): unknown {
  const values = items.map((each) => itemFromForm(fields, each));
  if (item === undefined) return values[0];
  return isBare ? values.map((each) => each[fields[0]?.name ?? '']) : values;
}

export function itemToForm(fields: Fields, value: unknown): FormItem {
  const form: FormItem = {};
  for (const field of fields) {
    if (field.kind === 'choice') {
      const written = field.options?.find(([name]) => readField(value, name) !== undefined);
      form[field.name] = (written ?? field.options?.[0])?.[0];
    } else writeField(form, field.name, toInput(field, readField(value, field.name)));
  }
  return form;
}

/** Whether the field belongs to the choice in the form. */
export function isShown(fields: Fields, { name, of }: Field, item: FormItem): boolean {
  if (of === undefined) return true;
  const [choice = '', chosen = name] = of.split(':');
  return fields.some((each) => each.name === choice) ? item[choice] === chosen : true;
}

function itemFromForm(fields: Fields, item: FormItem): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const field of fields) {
    if (field.kind === 'choice' || !isShown(fields, field, item)) continue;
    const written = fromInput(field, readField(item, field.name));
    if (written !== undefined) writeField(value, field.name, written);
  }
  return value;
}

function toInput({ kind }: Field, value: unknown): unknown {
  switch (kind) {
    case 'yes':
      return value === true;
    case 'comics':
      return Array.isArray(value) ? value : [];
    case 'notes':
      return value ?? {};
    case 'numbers':
      return Array.isArray(value) ? value.join(', ') : '';
    case 'prices':
      return Object.entries(value ?? {})
        .map((each) => each.join(' '))
        .join('\n');
    case 'time':
      return typeof value === 'string' ? value.replace(' ', 'T') : '';
    default:
      return plainText(value);
  }
}

function fromInput({ kind, empty, isNumeric }: Field, input: unknown): unknown {
  if (kind === 'yes' || kind === 'comics' || kind === 'notes') return input;
  const text = plainText(input).trim();
  if (text === '') return empty;
  switch (kind) {
    case 'number':
    case 'theme':
      return numberIn(text);
    case 'select':
      return isNumeric ? Number(text) : text;
    case 'numbers':
      return text.split(/[\s,，、]+/).map(numberIn);
    case 'prices':
      return Object.fromEntries(text.split('\n').map((line) => line.trim().split(/[\s:：]+/)));
    case 'time':
      return text.replace('T', ' ');
    default:
      return text;
  }
}

/** A text that is no number is sent unchanged, so that the server explains the mistake. */
function numberIn(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** The value at a name with dots, such as `bonus.coins`; undefined if there is none. */
export function readField(from: unknown, name: string): unknown {
  let value = from;
  for (const step of name.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as FormItem)[step];
  }
  return value;
}

export function writeField(into: FormItem, name: string, value: unknown): void {
  const [step = '', ...rest] = name.split('.');
  if (rest.length === 0) {
    into[step] = value;
    return;
  }
  const inner = (into[step] ?? {}) as FormItem;
  into[step] = inner;
  writeField(inner, rest.join('.'), value);
}
