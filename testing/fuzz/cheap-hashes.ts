import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Makes password hashing cheap in this process, because it took two thirds of the time of these tests. Its cost is tested
 * elsewhere.
 */
export function hashCheaply(): void {
  const { argon2 } = crypto;
  crypto.argon2 = (algorithm, parameters, callback) => argon2(algorithm, { ...parameters, memory: 8 }, callback);
  syncBuiltinESMExports();
}
