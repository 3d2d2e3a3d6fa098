import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * From now on this process hashes passwords at next to no cost: two thirds of the time of strange bodies went there. What
 * hashing costs is tested where passwords are.
 */
export function hashCheaply(): void {
  const { argon2 } = crypto;
  crypto.argon2 = (algorithm, parameters, callback) => argon2(algorithm, { ...parameters, memory: 8 }, callback);
  syncBuiltinESMExports();
}
