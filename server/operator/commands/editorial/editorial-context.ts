import type { Channel } from '../../../modules/shop/shop.ts';
import type { CommandContext } from '../command.ts';
import type { Confirm } from '../confirm.ts';

type Output = { write(text: string): unknown };

export type EditorialContext = Pick<CommandContext, 'pool' | 'imageDir' | 'clock'> & {
  stdout: Output;
  stderr: Output;
  /** The channels of money. A package needs a price in a channel's currency to be sold there. */
  channels: readonly Pick<Channel, 'name' | 'currency'>[];
  confirm: Confirm;
};
