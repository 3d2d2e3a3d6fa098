import { expect, test } from 'vitest';
import { platformOf, registrationPlatformOf } from './platform.ts';

test.each([
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/120', 5, 'android', 'Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', 5, 'ios', 'iOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605', 5, 'ios', 'iOS'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605', 0, 'pc', null],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120', 0, 'pc', null],
] as const)('%s with %i touch points is %s for config, %s for the session', (agent, touch, platform, session) => {
  expect(platformOf(agent, touch)).toBe(platform);
  expect(registrationPlatformOf(platform)).toBe(session);
});
