import { execute, hasRow } from '../../../core/db/db.ts';

export const dropOldProofs = execute<[now: Date]>(
  'account.drop-old-proofs',
  'delete from account.spent_proof where expires_at < $1',
);

/** Marks a proof as used; false if it was used before. */
export const spendProof = hasRow<{ signature: Buffer }, [signature: Buffer, expiresAt: Date]>(
  'account.spend-proof',
  'insert into account.spent_proof (signature, expires_at) values ($1, $2) on conflict do nothing returning signature',
);

export const isProofSpent = hasRow<{ signature: Buffer }, [signature: Buffer]>(
  'account.find-spent-proof',
  'select signature from account.spent_proof where signature = $1',
);
