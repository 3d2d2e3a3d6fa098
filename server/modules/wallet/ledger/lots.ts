import { type Balances, balancesOf, type LedgerAsset } from './assets.ts';

/** A grant, of which `remaining` is left. */
export type Lot = {
  id: number;
  asset: LedgerAsset;
  remaining: number;
  costFen: number;
  granted: number;
  expiresAt: Date | null;
};

/** An amount taken from a lot. */
export type LotUse = { lotId: number; amount: number };

export function isExpired({ expiresAt }: Pick<Lot, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Soonest expiry first, lots that never expire last, then by age. */
export function inOrderOfUse<Each extends Pick<Lot, 'id' | 'expiresAt'>>(lots: readonly Each[]): Each[] {
  const expiryOf = ({ expiresAt }: Pick<Lot, 'expiresAt'>) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return lots.toSorted((a, b) => (expiryOf(a) === expiryOf(b) ? a.id - b.id : expiryOf(a) - expiryOf(b)));
}

export function sumOf(lots: readonly Lot[]): Balances {
  return balancesOf((asset) => lots.reduce((sum, lot) => (lot.asset === asset ? sum + lot.remaining : sum), 0));
}

/** Takes amounts from lots in the order of use. */
export type LotPurse = {
  left(asset: LedgerAsset): number;
  /** Takes up to `most`, or all if there is less. */
  take(asset: LedgerAsset, most: number): { amount: number; uses: LotUse[] };
};

export function openPurse(lots: readonly Lot[]): LotPurse {
  const left = inOrderOfUse(lots).map(({ id, asset, remaining }) => ({ id, asset, remaining }));
  const of = (asset: LedgerAsset) => left.filter((lot) => lot.asset === asset && lot.remaining > 0);
  return {
    left: (asset) => of(asset).reduce((sum, { remaining }) => sum + remaining, 0),
    take(asset, most) {
      let amount = 0;
      const uses: LotUse[] = [];
      for (const lot of of(asset)) {
        const part = Math.min(lot.remaining, most - amount);
        if (part <= 0) break;
        lot.remaining -= part;
        amount += part;
        uses.push({ lotId: lot.id, amount: part });
      }
      return { amount, uses };
    },
  };
}
