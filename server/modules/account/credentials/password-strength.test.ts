import { expect, test } from 'vitest';
import { isGoodPassword } from './password-strength.ts';

const good = (password: string, own: (string | null)[] = []) => isGoodPassword(password, own);

test('a password has eight to twenty characters, however many units one takes', () => {
  expect(good('x7#kQ9!')).toBe(false);
  expect(good('x7#kQ9!m')).toBe(true);
  expect(good('x7#kQ9!mW2@dR5%tZ8&v')).toBe(true);
  expect(good('x7#kQ9!mW2@dR5%tZ8&vB')).toBe(false);
  expect(good('🐟x7#kQ9!')).toBe(true);
  expect(good('🐟x7#kQ9')).toBe(false);
});

test('a password has at least four different characters', () => {
  expect(good('ttkrkrtk')).toBe(false);
  expect(good('ttkrkrtm')).toBe(true);
});

test('a repeated part of up to five characters, with up to two more, is no password', () => {
  expect(good('kzrwtkzrwt')).toBe(false);
  expect(good('kzrwtkzrwtmn')).toBe(false);
  expect(good('kzrwtkzrwtmnx')).toBe(true);
  expect(good('kzrwtgkzrwtg')).toBe(true);
});

test.each(['19900101', '01121990', '20261231'])(
  'the date %s is no password, and is one with more beside it',
  (date) => {
    expect(good(date)).toBe(false);
    expect(good(`${date}kz`)).toBe(true);
  },
);

test('a number that can be a telephone number is no password', () => {
  expect(good('13917264058')).toBe(false);
  expect(good('12917264058')).toBe(true);
});

test('sequences of the keyboard are no password, with a rest of up to two characters', () => {
  expect(good('poiuyt4321')).toBe(false);
  expect(good('qwertyuiok')).toBe(false);
  expect(good('qwertyuikz')).toBe(false);
  expect(good('qwertyukzm')).toBe(true);
});

test('the names of the reader and the site do not count: eight other characters are needed', () => {
  expect(good('Lighthouse', ['lighthouse'])).toBe(false);
  expect(good('tmbrqx-x7#kQ9!', ['Tmbrqx'])).toBe(true);
  expect(good('tmbrqxx7#kQ9!', ['Tmbrqx'])).toBe(false);
  expect(good('manyux7#kQ9!', [null])).toBe(false);
  expect(good('manyux7#kQ9!m', [null])).toBe(true);
  expect(good('漫屿x7#kQ9!', [])).toBe(false);
});

test.each(['password', '123password!', 'P@ssw0rd', 'iloveyoupassword', 'passwordpassword'])(
  'the leaked word in %s is no password',
  (password) => {
    expect(good(password)).toBe(false);
  },
);
