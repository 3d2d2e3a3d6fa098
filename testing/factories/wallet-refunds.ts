import { randomUUID } from 'node:crypto';
import type fc from 'fast-check';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { transaction } from '../../server/core/db/db.ts';
import { type Asset, confirmTaken, restoreTaken, takeBack } from '../../server/modules/wallet/wallet.ts';
import { type Model, type ModelWallet, newWallet, restoreInModel, takeBackInModel } from './wallet-model.ts';

/** The readers of a run of the model. */
export type Real = { readers: { id: number; token: string }[] };
type Step = fc.AsyncCommand<Model, Real>;
type RefundBench = { pool(): Pool; expectSame(model: Model, real: Real, who: number): Promise<void> };

export const walletOf = (model: Model, who: number): ModelWallet => model.wallets[who] ?? newWallet();
export const readerOf = (real: Real, who: number) => real.readers[who] ?? { id: 0, token: '' };

/** Starts a refund of an earlier credit, or of a larger amount. */
export class Refund implements Step {
  readonly place: RefundBench;
  readonly who: number;
  readonly which: number;
  readonly coins: number;
  readonly bonus: number;
  constructor(place: RefundBench, who: number, which: number, coins: number, bonus: number) {
    this.place = place;
    this.who = who;
    this.which = which;
    this.coins = coins;
    this.bonus = bonus;
  }
  check = (model: Model) => walletOf(model, this.who).lots.length > 0;
  async run(model: Model, real: Real): Promise<void> {
    const { who, coins, bonus } = this;
    const wallet = walletOf(model, who);
    const of = wallet.lots[this.which % wallet.lots.length]?.key ?? '';
    const key = randomUUID();
    const wanted = { key, title: 'model', of, coins, bonus };
    const taken = await transaction(this.place.pool(), (tx) =>
      takeBack(tx, readerOf(real, who).id, wanted, new Date(model.now)),
    );
    const { parts, debt } = takeBackInModel(wallet, { key: of, coins, bonus }, model.now);
    const amountOf = (asset: Asset) => parts.reduce((sum, part) => (part.asset === asset ? sum + part.left : sum), 0);
    expect(taken).toEqual({ coins: amountOf('coin'), bonus: amountOf('bonus'), debt });
    model.holds.push({ who, key, parts, debt });
    await this.place.expectSame(model, real, who);
  }
  toString = () => `refund ${this.who} ${this.coins}+${this.bonus} of ${this.which}`;
}

/** Ends a refund with a result of the channel. */
export class EndRefund implements Step {
  readonly place: RefundBench;
  readonly which: number;
  readonly done: boolean;
  constructor(place: RefundBench, which: number, done: boolean) {
    this.place = place;
    this.which = which;
    this.done = done;
  }
  check = (model: Model) => model.holds.length > 0;
  async run(model: Model, real: Real): Promise<void> {
    const [hold] = model.holds.splice(this.which % model.holds.length, 1);
    if (!hold) return;
    const now = new Date(model.now);
    const reader = readerOf(real, hold.who).id;
    await transaction(this.place.pool(), (tx) =>
      this.done ? confirmTaken(tx, hold.key, now) : restoreTaken(tx, reader, { ...hold, title: 'model' }, now),
    );
    if (!this.done) restoreInModel(walletOf(model, hold.who), hold, model.now);
    await this.place.expectSame(model, real, hold.who);
  }
  toString = () => `${this.done ? 'end' : 'undo'} refund ${this.which}`;
}
