import { type Db, execute, row, statement } from '../../../core/db/db.ts';

const SPEND_PROOF = statement<{ signature: Buffer }, [signature: Buffer, expiresAt: Date]>(
  'account.spend-proof',
  'insert into account.spent_proof (signature, expires_at) values ($1, $2) on conflict do nothing returning signature',
);

const FIND_PROOF = statement<{ signature: Buffer }, [signature: Buffer]>(
  'account.find-spent-proof',
  'select signature from account.spent_proof where signature = $1',
);

export const dropOldProofs = execute<[now: Date]>(
  'account.drop-old-proofs',
  'delete from account.spent_proof where expires_at < $1',
);

/** Marks a proof as used; false if it was used before. */
export async function spendProof(db: Db, signature: Buffer, expiresAt: Date): Promise<boolean> {
  return (await row(db, SPEND_PROOF, [signature, expiresAt])) !== null;
}

export async function isProofSpent(db: Db, signature: Buffer): Promise<boolean> {
  return (await row(db, FIND_PROOF, [signature])) !== null;
}
