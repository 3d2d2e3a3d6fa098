import { expect, test } from 'vitest';
import { readYaml } from '../../core/files/yaml-source.ts';
import { type ProviderEdit, writeProviders } from './providers.ts';

const HIDDEN = { secret: ['id'] };
const KINDS = { one: HIDDEN, two: HIDDEN };
/** Both share their account and, in it, their templates. */
const SHARED = `# ours

one: &account
  id: &id X
  secret: Y
  templates: &templates
    default: SMS_1
    owner: *id
two: *account
`;
const WHOLE = { id: 'X', secret: 'Y', templates: { default: 'SMS_1', owner: 'X' } };

function write(text: string, edits: ProviderEdit[]) {
  const { document, mistakes } = writeProviders(text, edits, KINDS);
  return { text: document.toString(), mistakes };
}

test.each<[string, ProviderEdit[], object]>([
  ['the other comes first', [edit('two'), edit('one')], { two: WHOLE, one: WHOLE }],
  ['the one it refers to is removed', [edit('two')], { two: WHOLE }],
  [
    'it changes',
    [edit('one'), edit('two', { 'templates.default': 'SMS_2' })],
    { one: WHOLE, two: { ...WHOLE, templates: { default: 'SMS_2', owner: 'X' } } },
  ],
  [
    'the one it refers to changes',
    [edit('one', { 'templates.default': 'SMS_2' }), edit('two')],
    { one: { ...WHOLE, templates: { default: 'SMS_2', owner: 'X' } }, two: WHOLE },
  ],
])('a provider that is a reference to another one stays what it is when %s', (_when, edits, expected) => {
  const written = write(SHARED, edits);
  expect(written.mistakes).toEqual([]);
  expect(JSON.stringify(readYaml(written.text).root)).toBe(JSON.stringify(expected));
  expect(written.text).toContain('# ours');
});

test.each(['', '# nothing yet\n', '\ufeff# nothing yet\r\n', '{}\n'])(
  'a first provider is written to the file %j',
  (text) => {
    const written = write(text, [edit('one', { id: 'X' })]);
    expect(readYaml(written.text).root).toEqual({ one: { id: 'X' } });
    expect(written.text.includes('# nothing yet')).toBe(text.includes('#'));
  },
);

test('a field in a field that has a value is a mistake', () => {
  const what = '没有这个字段';
  expect(write('one:\n  id: X\n', [edit('one', { 'id.more': 'Y' })]).mistakes).toEqual([
    { field: 'one「id」「more」', what },
  ]);
});

function edit(kind: string, fields: ProviderEdit['fields'] = {}): ProviderEdit {
  return { kind, fields };
}
