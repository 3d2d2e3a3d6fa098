import { ACCOUNT_WRITES } from '../factories/console/account-writes.ts';
import type { Sample } from '../factories/console/bench.ts';
import { COMIC_WRITES } from '../factories/console/comic-writes.ts';
import { MONEY_READS } from '../factories/console/money-reads.ts';
import { MONEY_WRITES } from '../factories/console/money-writes.ts';
import { READER_WRITES } from '../factories/console/reader-writes.ts';
import { READS } from '../factories/console/reads.ts';
import { SITE_WRITES } from '../factories/console/site-writes.ts';
import { WRITES_WITHOUT_ENTRY } from '../factories/console/writes-without-entry.ts';

/** The calls of the console that write, with a valid payload each. */
export const WRITES: readonly Sample[] = [
  ...[ACCOUNT_WRITES, COMIC_WRITES, READER_WRITES, MONEY_WRITES, SITE_WRITES].flat(),
  ...WRITES_WITHOUT_ENTRY.flatMap(({ samples }) => samples),
];
/** All of its calls. */
export const ALL: readonly Sample[] = [...READS, ...MONEY_READS, ...WRITES];
