import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ListEnd } from './list-end.tsx';

test('only a long list says that it has ended', () => {
  const ended = (short: boolean) => renderToStaticMarkup(createElement(ListEnd, { more: 'end', short, onMore() {} }));
  expect([ended(false).includes('没有更多了'), ended(true)]).toEqual([true, '']);
});
