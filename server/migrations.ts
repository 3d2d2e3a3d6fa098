/**
 * The folders with the migrations of core and of each module, in the order in which they are applied: a module comes after
 * those whose tables it refers to. A new module adds one line. `modules/sandbox` is a former module, whose last migration
 * moves its rows into the tables of the shop.
 */
export const MIGRATIONS: readonly URL[] = [
  'core',
  'modules/audit',
  'modules/operations',
  'modules/account',
  'modules/catalog',
  'modules/editorial',
  'modules/reading',
  'modules/support',
  'modules/wallet',
  'modules/rewards',
  'modules/shop',
  'modules/sandbox',
  'modules/search',
  'modules/figures',
  'modules/recommend',
].map((folder) => new URL(`${folder}/migrations/`, import.meta.url));
