import { expect, test } from 'vitest';
import { sceneOf } from './scene.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari';

test.each([
  ['a phone', `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 5, 'mobile'],
  ['a tablet that says it is a desktop', MAC, 5, 'mobile'],
  ['a desktop', MAC, 0, 'pc'],
  ['WeChat on a phone', `${IPHONE} Mobile/15E148 MicroMessenger/8.0.54(0x18003637) NetType/WIFI`, 5, 'wechat'],
  ['WeChat on a desktop', `${MAC} MicroMessenger/3.8.10 MacWechat`, 0, 'wechat'],
])('%s has the payment scene %s', (_what, userAgent, maxTouchPoints, scene) => {
  expect(sceneOf({ userAgent, maxTouchPoints })).toBe(scene);
});
