import { expect, test } from 'vitest';
import { isPrivateAddress, isPrivateHost } from './private-network.ts';

test.each([
  '10.1.2.3',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true));
test.each(['::', '::1', 'fe80::1', 'fd00::1', '::ffff:127.0.0.1', '::ffff:a00:1', '64:ff9b::7f00:1', '2002:7f00:1::'])(
  '%s is private',
  (address) => expect(isPrivateAddress(address)).toBe(true),
);
test.each(['8.8.8.8', '172.32.0.1', '223.5.5.5', '2400:3200::1', '::ffff:8.8.8.8'])('%s is public', (address) =>
  expect(isPrivateAddress(address)).toBe(false),
);
test.each([
  ['localhost', true],
  ['nas.local', true],
  ['192.168.1.1', true],
  ['fcm.googleapis.com', false],
])('the host %s is private: %s', (host, expected) => expect(isPrivateHost(host)).toBe(expected));
