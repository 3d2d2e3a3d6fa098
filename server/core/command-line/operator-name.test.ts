import { expect, test } from 'vitest';
import { userName } from '../text/user-name.ts';
import { operatorName } from './launch-environment.ts';

test.each([
  ['the user of the service, under sudo', 'manyu', 'alice', 'alice'],
  ['the user of the service, without sudo', 'manyu', undefined, 'manyu'],
  ['an empty name', 'manyu', ' ', 'manyu'],
  ['a name that turns the line round', 'manyu', 'a\u202eb\nc', 'a\ufffdb\ufffdc'],
  ['a name without end', 'manyu', 'x'.repeat(500), 'x'.repeat(64)],
  ['root, whom sudo made root', 'root', 'alice', 'root'],
])('a command run by %s is recorded with the name of the operator', (_, user, sudoUser, name) => {
  expect(operatorName(sudoUser, user)).toBe(name);
});

test('without a name under which sudo was used it is the user of this process', () => {
  expect(operatorName(undefined)).toBe(userName());
});
