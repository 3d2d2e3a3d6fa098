import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CALLS } from '#contract/calls';
import { CONSOLE_CALLS } from '#contract/console/calls';
import { paths } from '#contract/paths';
import { startTestApp } from '../../testing/app/app.ts';

/** The routes in the table of the README. HEAD goes with every GET. */
async function documentedRoutes(): Promise<string[]> {
  const readme = await readFile(new URL('README.md', import.meta.url), 'utf8');
  return [...readme.matchAll(/^\| ((?:[A-Z]+(?:, )?)+) *\| `([^`]+)`/gm)].flatMap(([, methods = '', route]) =>
    methods
      .split(', ')
      .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((each) => `${each} ${route}`)),
  );
}

test('the route table of the README is complete and has nothing else', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'manyu-routes-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>漫屿</title>');
  const site = await startTestApp({ siteFolder: folder, consoleFolder: folder, metrics: true });
  const routes = new Set(site.http.routes);
  await site.close();
  await rm(folder, { recursive: true });
  const take = (expected: string[]) => {
    expect(expected.filter((route) => !routes.has(route))).toEqual([]);
    for (const route of expected) routes.delete(route);
  };
  take(CALLS.map(({ path: call }) => `POST /api/${call}`));
  take(Object.values(paths).flatMap((screen) => [`GET ${screen}`, `HEAD ${screen}`]));
  const ownLimits = CONSOLE_CALLS.filter(({ mostBodyBytes }) => mostBodyBytes !== undefined);
  take(ownLimits.map(({ path: call }) => `POST /console/api/${call}`));
  expect([...routes].sort()).toEqual((await documentedRoutes()).sort());
});
