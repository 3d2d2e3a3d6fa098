import type { DataOf } from '#contract/call';
import type { savePart } from '#contract/console/editorial';
import type { Field, PartFields } from './field.ts';

export type Mistake = DataOf<typeof savePart>['mistakes'][number];

/** The mistakes as sentences, with the labels of the form. */
export function mistakeTexts({ item, fields }: PartFields, mistakes: readonly Mistake[]): string[] {
  return mistakes.map(({ path, what }) => {
    const [index, ...rest] = item === undefined ? ['', ...path] : path;
    const label = labelOf(fields, rest.filter((step) => typeof step === 'string').join('.'));
    const where = typeof index === 'number' ? `第 ${index + 1} 项` : '';
    return `${[where, label].filter(Boolean).join(' ')}：${mistakeText(fields, what)}`.replace(/^：/, '');
  });
}

/** A sentence about the editorial file as one about the form. */
export function mistakeText(fields: readonly Field[], what: string): string {
  if (what === '缺少这个字段') return '要填写';
  return what.replace(/[a-z]+/gi, (name) => labelOf(fields, name));
}

function labelOf(fields: readonly Field[], name: string): string {
  const found = fields.find((field) => field.name === name) ?? fields.find((field) => field.name.endsWith(`.${name}`));
  return found ? `「${found.label}」` : name;
}
