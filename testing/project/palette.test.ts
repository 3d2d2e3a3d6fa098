import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BRAND_GROUNDS } from '../../server/modules/editorial/editorial.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');

/** The colours of `ui/palette.css`: the light ones come first. */
function palette() {
  const [light = '', dark = ''] = read('ui/palette.css').split('@custom-variant');
  const colorsIn = (css: string) =>
    Object.fromEntries([...css.matchAll(/--([\w-]+): (#\w{6})/g)].map(([, k, v]) => [k, v]));
  return { light: colorsIn(light), dark: colorsIn(dark) };
}
const { light, dark } = palette();

test('both themes have the same colours', () => {
  expect(Object.keys(light)).toContain('page');
  expect(Object.keys(dark)).toEqual(Object.keys(light));
});

test('the browser’s bars have the colour of the page', () => {
  const bars = [
    ...read('client/index.html').matchAll(
      /name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)"/g,
    ),
  ];
  expect(bars.map(([, color, theme]) => [theme, color])).toEqual([
    ['light', light.page],
    ['dark', dark.page],
  ]);
});

test('the manifest and the icon have the accent', () => {
  const manifest: unknown = JSON.parse(read('client/public/manifest.webmanifest'));
  expect(manifest).toMatchObject({ background_color: light.page, theme_color: light.accent });
  expect(read('client/public/icon.svg')).toContain(`<rect width="512" height="512" fill="${light.accent}"/>`);
});

test('the colours of a brand are chosen for the backgrounds of the app', () => {
  expect(BRAND_GROUNDS).toEqual({
    light: { page: light.page, hardest: light.hollow },
    dark: { page: dark.page, hardest: dark.hollow },
  });
});

test('the style of the page repeats no colour with another value', () => {
  const written = [...read('client/index.html').matchAll(/--([\w-]+): (#\w{6})/g)].map(([, name = '', color]) => [
    name,
    color,
  ]);
  for (const [name = '', color] of written) expect([light[name], dark[name]]).toContain(color);
});
