import { addGrowth, lockReader } from '../../../modules/account/account.ts';
import { ORDER_PASS_FUNCTIONS } from '../../../modules/membership/membership.ts';
import type { ShopPorts } from '../../../modules/shop/shop.ts';
import { ORDER_WALLET_FUNCTIONS } from '../../../modules/wallet/wallet.ts';

/** The ports of orders to other modules, connected as in app.ts. */
export const ORDER_PORTS: ShopPorts = {
  ...ORDER_WALLET_FUNCTIONS,
  ...ORDER_PASS_FUNCTIONS,
  lockReader: async (tx, readerId) => (await lockReader(tx, readerId)) !== null,
  addGrowth,
};
