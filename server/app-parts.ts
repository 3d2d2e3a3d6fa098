import type { Pool, PoolConfig } from 'pg';
import type { Logger } from 'pino';
import type { SandboxCashier } from './adapters/channels/sandbox.ts';
import type { HotFiles } from './adapters/hot-files.ts';
import type { Alerting } from './alerts/alerts.ts';
import type { Cipher } from './core/cipher.ts';
import type { Clock } from './core/ctx.ts';
import type { Dispatcher, Served } from './core/dispatch.ts';
import type { Metrics } from './core/metrics.ts';
import type { OperatorEvents } from './core/operator-events.ts';
import type { Answers } from './core/shared-answers.ts';
import type { DiskWatch } from './disk/disk-watch.ts';
import type { AccountParts, SmsSender } from './modules/account/account.ts';
import type { ImageTarget } from './modules/catalog/catalog.ts';
import type { Brand } from './modules/editorial/editorial.ts';
import type { Channel, NotifyAnswer, RawNotification } from './modules/shop/shop.ts';
import type { SupportPorts } from './modules/support/support.ts';
import type { Share } from './screens/share/share.ts';

export type AppParts = {
  pool: Pool;
  /** For the connection that listens for changes; it must not come from the pool. */
  connection: PoolConfig;
  readImage(key: string): Promise<Buffer | null>;
  cipher: { key: Buffer; iv: Buffer };
  /** Draws an uploaded picture anew; null where it can't be used. */
  redraw: SupportPorts['redraw'];
  clock: Clock;
  log: Logger;
  version: string;
  /** Several app nodes share the database: limits are counted there. */
  shared: boolean;
  /**
   * `dailyBudget` = the most text messages a Shanghai day; `gateways` in the order in which they are tried, without any the
   * outbox; `showsCodes` = the log shows the texts of the outbox.
   */
  sms: { dailyBudget: number; gateways: readonly SmsSender[]; showsCodes: boolean };
  /** How readers pay; may include the sandbox, which takes no money. */
  channels: readonly Channel[];
  /** Signs of wrong settings and faults, for the operator. */
  operatorEvents: OperatorEvents;
  disks: DiskWatch;
  /** The receivers of alerts; null = none. */
  alerting: Alerting | null;
  checkAnswers?: boolean;
  /** Jobs that run without a timer, for tests. */
  onlyWhenAsked?: readonly string[];
  /** Default: the recommended strength. */
  hashStrength?: AccountParts['hashStrength'];
};

export type App = {
  /** Makes every answer anew. Readers get `answers`. */
  dispatcher: Dispatcher;
  answers: Answers;
  cipher: Cipher;
  metrics: Metrics;
  log: Logger;
  clock: Clock;
  operatorEvents: OperatorEvents;
  served: readonly Served[];
  ready(): Promise<boolean>;
  /** Why the site is impaired although it serves readers; null if it is not. */
  degraded(): string | null;
  imageTarget(path: string): ImageTarget;
  files: HotFiles;
  share: Share;
  /** Handles a notification from a payment channel; null if there is no such channel. */
  receiveNotification(channel: string, raw: RawNotification): Promise<NotifyAnswer | null>;
  /** The page where orders of the sandbox are paid; null if the sandbox is off. */
  sandbox: SandboxCashier | null;
  /** The name and the colour of the site. */
  brand(): Promise<Brand>;
  /** Whether the catalogue is empty. */
  isEmpty(): Promise<boolean>;
  /** Runs the jobs that run every few seconds now. */
  runFrequentJobs(): Promise<void>;
  /** Compares the bills of the channels with the orders now. */
  reconcile(): Promise<void>;
  /** Resolves when every change that was committed before the call has been received. */
  caughtUp(): Promise<void>;
  /** Runs the hourly jobs now. They end and delete expired things. */
  sweep(now: Date): Promise<void>;
  close(): Promise<void>;
};
