import { plainText } from '../parts/plain-text.ts';
import type { Field, PartFields } from './field.ts';
import { type FormItem, isShown, readField, toForm } from './form-values.ts';

const PICTURES = ['picture', 'icon', 'logo'];

/** The value of a field as a person reads it; an empty text if nothing is entered. */
export function fieldText({ kind, options = [] }: Field, value: unknown): string {
  if (kind === 'yes') return value === true ? '是' : '否';
  if (Array.isArray(value)) return value.map(plainText).join('、');
  if (kind === 'notes')
    return Object.entries(value ?? {})
      .map(([comic, note]) => `${comic}：${plainText(note)}`)
      .join('；');
  const text = plainText(value);
  if (PICTURES.includes(kind)) return text === '' ? '' : `图片 ${text.slice(0, 8)}`;
  return options.find(([name]) => name === text)?.[1] ?? text;
}

/** A part as lines of text: each item with its title, then its fields. */
export function partLines(part: PartFields, value: unknown): string {
  return toForm(part, value)
    .map((item) => itemLines(part, item).join('\n'))
    .join('\n\n');
}

function itemLines({ fields, titleOf, isBare }: PartFields, item: FormItem): string[] {
  const title = titleOf ? [titleOf(item)] : [];
  if (isBare) return title;
  const lines = fields
    .filter((field) => isShown(fields, field, item))
    .flatMap((field) => {
      const text = fieldText(field, readField(item, field.name));
      return text === '' ? [] : `${field.label}：${text}`.split('\n').map((line) => `  ${line}`);
    });
  return [...title, ...lines];
}
