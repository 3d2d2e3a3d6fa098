import type { Channel } from '../modules/shop/shop.ts';
import type { CommandContext } from './command.ts';
import type { Confirm } from './confirm.ts';

type Output = { write(text: string): unknown };

export type EditorialContext = Pick<CommandContext, 'pool' | 'imageDir' | 'clock'> & {
  stdout: Output;
  stderr: Output;
  /** Those that take money: what is sold has its price in the currency of each, or is not sold there. */
  channels: readonly Pick<Channel, 'name' | 'currency'>[];
  confirm: Confirm;
};
