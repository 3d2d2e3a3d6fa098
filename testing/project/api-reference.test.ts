import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CALLS } from '#contract/calls';
import { REFUSALS } from '#contract/refusals';
import { FIELD_NOTES } from '../../scripts/api-prose.ts';
import { renderApiReference } from '../../scripts/api-reference.ts';

const reference = renderApiReference();

/** The text below the heading of a shape or a call. */
function sectionOf(heading: string): string {
  return reference.split('\n### ').find((each) => each.startsWith(`${heading}\n`)) ?? '';
}

test('docs/api.md equals the output for the present contract', async () => {
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
