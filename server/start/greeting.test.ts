import { networkInterfaces } from 'node:os';
import { beforeEach, expect, test, vi } from 'vitest';
import { type GreetingFacts, greeting } from './greeting.ts';

vi.mock('node:os', { spy: true });

const at = (address: string, internal = false, family = 'IPv4') => ({ address, internal, family });
type Entries = ReturnType<typeof at>[];

/** The network cards of this machine. */
function withCards(cards: Record<string, Entries>) {
  vi.mocked(networkInterfaces).mockReturnValue(cards as ReturnType<typeof networkInterfaces>);
}
beforeEach(() => withCards({ lo: [at('127.0.0.1', true)], eth0: [at('192.168.1.7')] }));

const linesOf = (facts: Partial<GreetingFacts>) =>
  greeting({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: null,
    where: null,
    isEmpty: false,
    isDrawing: false,
    isTerminal: true,
    ...facts,
  }).split('\n');
const isBarcode = (line: string) => /^[█▀▄ ]+$/.test(line);
const phoneIn = (lines: string[]) => lines.find((line) => line.startsWith('手机上打开：'))?.slice(6);

test.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['::1', 'http://localhost:3000'],
  ['localhost', 'http://localhost:3000'],
])('served at %s, it says so, how to serve phones too, and how to stop', (host, address) => {
  expect(linesOf({ host })).toEqual([
    '',
    `漫屿已启动：${address}`,
    '想在手机上看：HOST=0.0.0.0 npm start',
    '按 Ctrl-C 停止。',
    '',
  ]);
});

test.each([
  ['0.0.0.0', 'http://localhost:3000', 'http://192.168.1.7:3000'],
  ['::', 'http://localhost:3000', 'http://192.168.1.7:3000'],
  ['192.0.2.5', 'http://192.0.2.5:3000', 'http://192.0.2.5:3000'],
  ['2001:db8::5', 'http://[2001:db8::5]:3000', 'http://[2001:db8::5]:3000'],
])('served at %s, phones get an address that they can open, and a barcode of it', (host, address, phone) => {
  const lines = linesOf({ host });
  expect(lines.filter((line) => !isBarcode(line))).toEqual([
    '',
    `漫屿已启动：${address}`,
    `手机上打开：${phone}`,
    '按 Ctrl-C 停止。',
    '',
  ]);
  expect(lines.filter(isBarcode).length).toBeGreaterThan(10);
});

test('a public address is the one for everybody, wherever it listens', () => {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const lines = linesOf({ host, publicUrl: 'https://manyu.example' });
    expect(lines[1]).toBe('漫屿已启动：https://manyu.example');
    expect(phoneIn(lines)).toBe('https://manyu.example');
  }
});

test('it says that the demo is being drawn, and how to be without it', () => {
  expect(linesOf({ isEmpty: true, isDrawing: true }).slice(2, 4)).toEqual([
    '正在画演示用的漫画，一两分钟画完，现在就能看；不要它们：./manyu demo remove',
    '下一步：./manyu import <放漫画的文件夹>',
  ]);
});

test('the greeting has the location of the database, and the next step if there are no comics', () => {
  expect(linesOf({ where: '/srv/manyu/postgres', isEmpty: true }).slice(2, 4)).toEqual([
    '数据库在：/srv/manyu/postgres',
    '下一步：./manyu import <放漫画的文件夹>',
  ]);
});

test.each<[string, Record<string, Entries>, string | undefined]>([
  ['one at home before others', { a: [at('100.64.0.1')], b: [at('10.0.0.9')] }, 'http://10.0.0.9:3000'],
  ['one at home, of the last kind', { a: [at('172.32.0.1')], b: [at('172.31.0.9')] }, 'http://172.31.0.9:3000'],
  ['the first, where none is at home', { a: [at('100.64.0.1')], b: [at('172.32.0.1')] }, 'http://100.64.0.1:3000'],
  ['none of this machine alone', { a: [at('10.0.0.9', true)], b: [at('100.64.0.1')] }, 'http://100.64.0.1:3000'],
  ['none that has to be typed for long', { a: [at('fd00::7', false, 'IPv6')] }, undefined],
  ['none where there is no card', {}, undefined],
])('of several addresses phones get %s', (_what, cards, phone) => {
  withCards(cards);
  const lines = linesOf({ host: '0.0.0.0' });
  expect(phoneIn(lines)).toBe(phone);
  expect(lines.includes('想在手机上看：HOST=0.0.0.0 npm start')).toBe(phone === undefined);
});

test('in a log it says nothing of phones: the addresses of a container are no one’s but its own', () => {
  const lines = linesOf({ host: '0.0.0.0', isTerminal: false });
  expect(lines).toEqual(['', '漫屿已启动：http://localhost:3000', '']);
  expect(linesOf({ isEmpty: true, isTerminal: false })[2]).toBe('下一步：manyu import <放漫画的文件夹>');
});
