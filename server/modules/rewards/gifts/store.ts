import { allRows, allValues, execute, row, rows, statement, type Tx } from '../../../core/db/db.ts';

/** A gift as it was when a reader claimed it. */
export type GiftClaim = {
  campaignId: number;
  title: string;
  kind: 'bonus' | 'ticket';
  amount: number;
  validDays: number;
  claimableUntil: Date;
  claimedAt: Date;
  lastsUntil: Date;
};

const CLAIM_COLUMNS = `campaign_id as "campaignId", title, kind, amount, valid_days as "validDays",
  claimable_until as "claimableUntil", claimed_at as "claimedAt", lasts_until as "lastsUntil"`;

const ADD_CLAIM = statement<
  { campaignId: number },
  [
    readerId: number,
    campaignId: number,
    title: string,
    kind: string,
    amount: number,
    validDays: number,
    claimableUntil: Date,
    claimedAt: Date,
    lastsUntil: Date,
  ]
>(
  'rewards.add-claim',
  `insert into rewards.gift_claim
     (reader_id, granted_to, campaign_id, title, kind, amount, valid_days, claimable_until, claimed_at, lasts_until)
   values ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning campaign_id as "campaignId"`,
);

/** The claims of a reader, latest first. */
export const listClaims = allRows<GiftClaim, [readerId: number]>(
  'rewards.list-claims',
  `select ${CLAIM_COLUMNS} from rewards.gift_claim where reader_id = $1 order by claimed_at desc, campaign_id`,
);

const MOVE_CLAIMS = statement<never, [fromReaderId: number, toReaderId: number]>(
  'rewards.move-claims',
  `update rewards.gift_claim c set reader_id = $2 where reader_id = $1
     and not exists (select from rewards.gift_claim o where o.reader_id = $2 and o.campaign_id = c.campaign_id)`,
);

export const dropClaims = execute<[readerId: number], Tx>(
  'rewards.drop-claims',
  'delete from rewards.gift_claim where reader_id = $1',
);

/** Records a claim; `false` if the reader has claimed that campaign before. */
export async function addClaim(tx: Tx, readerId: number, claim: GiftClaim): Promise<boolean> {
  const { campaignId, title, kind, amount, validDays, claimableUntil, claimedAt, lastsUntil } = claim;
  const values = [readerId, campaignId, title, kind, amount, validDays, claimableUntil, claimedAt, lastsUntil] as const;
  return (await row(tx, ADD_CLAIM, [...values])) !== null;
}

/** Moves the claims of one reader to another, except those of campaigns that the other has claimed, which are deleted. */
export async function moveClaims(tx: Tx, fromReaderId: number, toReaderId: number): Promise<void> {
  await rows(tx, MOVE_CLAIMS, [fromReaderId, toReaderId]);
  await dropClaims(tx, fromReaderId);
}

export const claimedByBoth = allValues<{ campaignId: number }, [readerId: number, otherReaderId: number], Tx>(
  'rewards.claimed-by-both',
  `select campaign_id as "campaignId" from rewards.gift_claim c where reader_id = $1
     and exists (select from rewards.gift_claim o where o.reader_id = $2 and o.campaign_id = c.campaign_id)`,
);
