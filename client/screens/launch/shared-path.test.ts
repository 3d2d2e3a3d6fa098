import { expect, test } from 'vitest';
import { sharedPath } from './shared-path.ts';

const SITE = 'https://manyu.example';

test.each([
  [{ url: `${SITE}/comic/5?u=7` }, '/comic/5?u=7'],
  [{ text: `一起看吧 ${SITE}/chapter/9` }, '/chapter/9'],
  [{ url: 'https://other.example/comic/5', title: '海上的岛' }, '/search?q=%E6%B5%B7%E4%B8%8A%E7%9A%84%E5%B2%9B'],
  [{ text: '海上的岛 https://other.example/1' }, '/search?q=%E6%B5%B7%E4%B8%8A%E7%9A%84%E5%B2%9B'],
  [{ url: `${SITE}/launch?to=last` }, '/home'],
  [{ url: `${SITE}/api/home` }, '/home'],
  [{ url: 'javascript:alert(1)' }, '/home'],
  [{}, '/home'],
])('%o leads to %s', (shared: Record<string, string>, path) => {
  expect(sharedPath(new URLSearchParams(shared), SITE)).toBe(path);
});
