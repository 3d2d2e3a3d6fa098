import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

test.each([
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME}`, 'Android · Chrome'],
  [`Mozilla/5.0 (Phone; OpenHarmony 5.0) ${CHROME} HuaweiBrowser/5.0`, '鸿蒙 · 华为浏览器'],
  [`Mozilla/5.0 (Linux; Android 15) ${CHROME} MiuiBrowser/19`, 'Android · 小米浏览器'],
  [`Mozilla/5.0 (Linux; Android 15) ${CHROME} MQQBrowser/15`, 'Android · QQ 浏览器'],
  [`Mozilla/5.0 (Linux; Android 15) ${CHROME} QQ/9.1`, 'Android · QQ'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/140.0`, 'Windows · Edge'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`, 'Linux · Chrome'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541) ${CHROME}`, 'ChromeOS · Chrome'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', 'Mac · Safari'],
  ['Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 FxiOS/140.0 Safari/605.1.15', 'iPad · Firefox'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) MicroMessenger/8.0', 'iPhone · 微信'],
  ['curl/8.5.0', '未知设备'],
  ['', '未知设备'],
])('%s is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
