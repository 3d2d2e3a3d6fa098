import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TitleText } from './title-text.tsx';

test.each([
  ['海上的岛', '海上的岛'],
  ['Pepper&Carrot', 'Pepper&amp;<wbr/>Carrot'],
  ['A+B/C', 'A+<wbr/>B/<wbr/>C'],
  ['三毛/', '三毛/'],
])('the title %s may wrap at: %s', (title, html) => {
  expect(renderToStaticMarkup(TitleText({ title }))).toBe(html);
});
