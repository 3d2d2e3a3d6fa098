import { type Db, row, rows, statement, type Tx } from '../../core/db.ts';

export type SandboxTrade = {
  orderNo: string;
  cashierKey: string;
  title: string;
  cashFen: number;
  returnUrl: string;
  state: 'open' | 'paid' | 'closed';
  expiresAt: Date;
};

export type Transaction = { id: string; orderNo: string; cashFen: number; paidAt: Date };

const COLUMNS = `order_no as "orderNo", cashier_key as "cashierKey", title, cash_fen as "cashFen", return_url as "returnUrl",
  state, expires_at as "expiresAt"`;
const OF_TRANSACTION = 'id, order_no as "orderNo", cash_fen as "cashFen", paid_at as "paidAt"';

const ADD = statement<
  SandboxTrade,
  [no: string, key: string, title: string, fen: number, url: string, now: Date, end: Date]
>(
  'sandbox.add-trade',
  `insert into sandbox.trade (order_no, cashier_key, title, cash_fen, return_url, state, created_at, expires_at)
   values ($1, $2, $3, $4, $5, 'open', $6, $7)
   on conflict (order_no) do update set order_no = excluded.order_no returning ${COLUMNS}`,
);

const FIND = statement<SandboxTrade, [orderNo: string]>(
  'sandbox.trade',
  `select ${COLUMNS} from sandbox.trade where order_no = $1`,
);

const BY_KEY = statement<SandboxTrade, [cashierKey: string]>(
  'sandbox.trade-by-key',
  `select ${COLUMNS} from sandbox.trade where cashier_key = $1`,
);

const PAY = statement<unknown, [orderNo: string, now: Date]>(
  'sandbox.pay-trade',
  `update sandbox.trade set state = 'paid' where order_no = $1 and state = 'open' and expires_at > $2 returning 1`,
);

const CLOSE = statement<unknown, [orderNo: string]>(
  'sandbox.close-trade',
  `update sandbox.trade set state = 'closed' where order_no = $1 and state = 'open'`,
);

const ADD_TRANSACTION = statement<unknown, [id: string, orderNo: string, fen: number, now: Date]>(
  'sandbox.add-transaction',
  'insert into sandbox.transaction (id, order_no, cash_fen, paid_at) values ($1, $2, $3, $4)',
);

const TRANSACTIONS = statement<Transaction, [orderNo: string]>(
  'sandbox.transactions',
  `select ${OF_TRANSACTION} from sandbox.transaction where order_no = $1 order by paid_at, id`,
);

const TRANSACTION = statement<Transaction & { refundedFen: number }, [id: string]>(
  'sandbox.lock-transaction',
  `select ${OF_TRANSACTION}, (select coalesce(sum(cash_fen), 0)::bigint from sandbox.refund r where r.transaction_id = t.id)
     as "refundedFen" from sandbox.transaction t where id = $1 for update`,
);

const REFUND = statement<{ transactionId: string; cashFen: number }, [refundNo: string]>(
  'sandbox.refund',
  'select transaction_id as "transactionId", cash_fen as "cashFen" from sandbox.refund where refund_no = $1',
);

const ADD_REFUND = statement<unknown, [refundNo: string, transactionId: string, fen: number, now: Date]>(
  'sandbox.add-refund',
  'insert into sandbox.refund (refund_no, transaction_id, cash_fen, at) values ($1, $2, $3, $4)',
);

const BETWEEN = statement<Transaction & { refundNo: string | null }, [from: Date, to: Date]>(
  'sandbox.bill',
  `select * from (
     select ${OF_TRANSACTION}, null as "refundNo" from sandbox.transaction where paid_at >= $1 and paid_at < $2
     union all select t.id, t.order_no, r.cash_fen, r.at, r.refund_no
     from sandbox.refund r join sandbox.transaction t on t.id = r.transaction_id where r.at >= $1 and r.at < $2
   ) lines order by "paidAt", id`,
);

/** Makes a trade; the one with this number if there is one already. */
export async function addTrade(
  db: Db,
  { orderNo, cashierKey, title, cashFen, returnUrl, expiresAt }: Omit<SandboxTrade, 'state'>,
  now: Date,
): Promise<SandboxTrade> {
  const added = await row(db, ADD, [orderNo, cashierKey, title, cashFen, returnUrl, now, expiresAt]);
  if (!added) throw new Error('a trade was inserted without its row');
  return added;
}

export function findTrade(db: Db, orderNo: string): Promise<SandboxTrade | null> {
  return row(db, FIND, [orderNo]);
}

export function findTradeByKey(db: Db, cashierKey: string): Promise<SandboxTrade | null> {
  return row(db, BY_KEY, [cashierKey]);
}

/** Whether the trade was open until now. */
export async function payTrade(tx: Tx, orderNo: string, now: Date): Promise<boolean> {
  return (await row(tx, PAY, [orderNo, now])) !== null;
}

export async function closeTrade(db: Db, orderNo: string): Promise<void> {
  await rows(db, CLOSE, [orderNo]);
}

export async function addTransaction(tx: Tx, { id, orderNo, cashFen, paidAt }: Transaction): Promise<void> {
  await rows(tx, ADD_TRANSACTION, [id, orderNo, cashFen, paidAt]);
}

export function listTransactions(db: Db, orderNo: string): Promise<Transaction[]> {
  return rows(db, TRANSACTIONS, [orderNo]);
}

export function lockTransaction(tx: Tx, id: string): Promise<(Transaction & { refundedFen: number }) | null> {
  return row(tx, TRANSACTION, [id]);
}

export function findRefund(db: Db, refundNo: string): Promise<{ transactionId: string; cashFen: number } | null> {
  return row(db, REFUND, [refundNo]);
}

export async function addRefund(
  tx: Tx,
  refund: { refundNo: string; transactionId: string; cashFen: number },
  now: Date,
): Promise<void> {
  await rows(tx, ADD_REFUND, [refund.refundNo, refund.transactionId, refund.cashFen, now]);
}

/** Payments and refunds of a time, refunds with their number. */
export function listBetween(db: Db, from: Date, to: Date): Promise<(Transaction & { refundNo: string | null })[]> {
  return rows(db, BETWEEN, [from, to]);
}
