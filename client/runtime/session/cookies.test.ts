import { expect, test } from 'vitest';
import { createJar } from '../testing/fake-environment.ts';
import { createCookies } from './cookies.ts';

test('the token lives half a year on path /, readable by script', () => {
  const jar = createJar();
  createCookies(jar, false).setToken('abc');
  expect(jar.written).toEqual(['token=abc; Max-Age=15552000; Path=/; SameSite=Lax']);
});

test('on https the cookies are Secure', () => {
  const jar = createJar();
  createCookies(jar, true).setToken('abc');
  expect(jar.written[0]).toContain('; Secure');
});

test('a cleared token is gone', () => {
  const cookies = createCookies(createJar(), false);
  cookies.setToken('abc');
  expect(cookies.token()).toBe('abc');
  cookies.clearToken();
  expect(cookies.token()).toBeNull();
});

test.each([
  ['https://comics.example/api', 'https://comics.example'],
  ['https://comics.example/api/', 'https://comics.example'],
  ['https://comics.example', 'https://comics.example'],
  ['https://comics.example/reader/api', 'https://comics.example/reader'],
  ['https://api.example/v1', 'https://api.example/v1'],
])('the base of api_url %s is %s', (url, base) => {
  const cookies = createCookies(createJar(), false);
  cookies.setApi(url);
  expect(cookies.base()).toBe(base);
});

test('without the api cookie calls go to this origin', () => {
  expect(createCookies(createJar(), false).base()).toBe('');
});

test('other cookies whose names end the same are left alone', () => {
  expect(createCookies({ cookie: 'xtoken=1; token=2; my_api=3' }, false).token()).toBe('2');
  expect(createCookies({ cookie: 'my_api=3' }, false).base()).toBe('');
});
