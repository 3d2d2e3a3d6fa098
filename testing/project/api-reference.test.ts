import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CALLS } from '#contract/calls';
import { CONSOLE_CALLS } from '#contract/console/calls';
import { REFUSALS } from '#contract/refusals';
import { FIELD_NOTES } from '../../scripts/api-prose.ts';
import { renderApiReference } from '../../scripts/api-reference.ts';

const reference = renderApiReference();

/** The text below the heading of a shape or a call. */
function sectionOf(heading: string): string {
  return reference.split('\n### ').find((each) => each.startsWith(`${heading}\n`)) ?? '';
}

test('docs/api.md equals the output for the current contract', async () => {
  const written = await readFile(new URL('../../docs/api.md', import.meta.url), 'utf8');
  expect(written === reference, 'docs/api.md is stale: run `npm run docs` and commit it').toBe(true);
});

test('every call has a section with its payload, its data and its refusals', () => {
  for (const { path, refusals } of CALLS) {
    const section = sectionOf(`/api/${path}`);
    expect(section).toContain('**请求**');
    expect(section).toContain('**data**');
    for (const { name, code } of Object.values(REFUSALS))
      if (Object.hasOwn(refusals, name)) expect(section).toContain(`- \`${code}\` \`${name}\``);
  }
});

test('every call of the console has a section that says which roles may call it', () => {
  for (const { path, refusals } of CONSOLE_CALLS) {
    const section = sectionOf(`/console/api/${path}`);
    expect(section).toContain('**data**');
    for (const name of Object.keys(refusals)) expect(section).toContain(`\`${name}\``);
  }
  const whoOf = (path: string) => /谁可以调用：(.*)/.exec(sectionOf(`/console/api/${path}`))?.[1];
  expect(['session/login', 'session/me', 'figures', 'readers/adjust'].map(whoOf)).toEqual([
    '任何人',
    '每位员工',
    '所有者、财务、只读；密钥也可以',
    '所有者、客服；10 分钟内验证过身份',
  ]);
});

test('a section lists the fields that a call takes, also where the payload is a named shape', () => {
  expect(sectionOf('/api/comic/read')).toMatch(/\*\*请求\*\*\n\n.*\n.*\n\| `id` \|.*\| 是 \|/);
  for (const { path, payload } of CALLS) {
    const choices = 'options' in payload ? payload.options : [payload];
    const fields = choices.flatMap((choice) => Object.keys('entries' in choice ? choice.entries : {}));
    const request = sectionOf(`/api/${path}`).split('**data**')[0] ?? '';
    for (const field of fields) expect(request, path).toContain(`| \`${field}\` |`);
  }
});

test('every note in the reference belongs to a field that exists', () => {
  const unused = Object.entries(FIELD_NOTES).filter(([key, note]) => {
    const owner = key.slice(0, key.indexOf('.'));
    const field = key.slice(key.indexOf('.') + 1);
    const section = sectionOf(owner) || sectionOf(`/api/${owner}`);
    return !section.split('\n').some((line) => line.startsWith(`| \`${field}\` |`) && line.endsWith(`| ${note} |`));
  });
  expect(unused).toEqual([]);
});
