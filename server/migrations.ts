import { existsSync, readdirSync } from 'node:fs';

const MODULES = new URL('modules/', import.meta.url);

/**
 * The schemas of the first release, in the order in which they are made: a schema comes after those that it refers to.
 * `sandbox` is a former module, whose last migration moves its rows into the tables of the shop.
 */
const FIRST = [
  'audit',
  'operations',
  'account',
  'catalog',
  'editorial',
  'reading',
  'support',
  'wallet',
  'rewards',
  'shop',
  'sandbox',
  'search',
  'figures',
  'recommend',
];

/** Later modules follow by name. They are found on the disk, so that commands do not load the code of every module. */
const LATER = readdirSync(MODULES)
  .filter((name) => !FIRST.includes(name) && existsSync(new URL(`${name}/migrations/`, MODULES)))
  .sort();

/** The folders with the migrations of core and of each module, in the order in which they are applied. */
export const MIGRATIONS: readonly URL[] = [
  new URL('core/migrations/', import.meta.url),
  ...[...FIRST, ...LATER].map((name) => new URL(`${name}/migrations/`, MODULES)),
];
