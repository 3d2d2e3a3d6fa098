import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { search } from '#contract/calls/listings';
import { startTestApp, type TestApp } from '../../../testing/app/app.ts';
import { sharedInputFile } from '../../../testing/app/shared-inputs.ts';
import { addComic } from '../../../testing/factories/comics.ts';
import { newAddress } from '../../../testing/factories/readers.ts';

const queriesFile = sharedInputFile('s01-search/queries.json');
const present = existsSync(queriesFile);
type Query = { query: string; first: string };
const queries: Query[] = present ? JSON.parse(readFileSync(queriesFile, 'utf8')) : [];

/** The titles stand in the script that makes the files, as a Python list. */
function titlesInScript(): string[] {
  const script = readFileSync(sharedInputFile('s01-search/make.py'), 'utf8');
  const list = /for t in \[(.*?)\]:/s.exec(script)?.[1] ?? '';
  return [...list.matchAll(/'([^']*)'/g)].map(([, title = '']) => title);
}

describe.skipIf(!present)('what readers type (skipped where ../shared/inputs is absent)', () => {
  let site: TestApp;
  beforeAll(async () => {
    site = await startTestApp();
    for (const title of titlesInScript()) await addComic(site, { title });
    await site.caughtUp();
    await site.app.runFrequentJobs();
  });
  afterAll(() => site.close());

  test.each(queries)('$query finds $first first', async ({ query, first }) => {
    const { data } = await site.call(search, { keyword: query }, { remoteAddress: newAddress() });
    expect(data?.list[0]?.title).toContain(first);
  });
});
