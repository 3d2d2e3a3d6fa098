import { execute, firstRow, type Tx } from '../../../core/db/db.ts';

/** In coins. Both directions of an adjustment count: taking coins by mistake does harm too. */
export type AloneLimits = { once: number; day: number };

export const findAloneLimits = firstRow<AloneLimits, []>(
  'wallet.find-alone-limit',
  'select once, day from wallet.alone_limit',
);

export const setAloneLimits = execute<[once: number, day: number], Tx>(
  'wallet.set-alone-limit',
  `insert into wallet.alone_limit (once, day) values ($1, $2)
   on conflict (id) do update set once = excluded.once, day = excluded.day`,
);
