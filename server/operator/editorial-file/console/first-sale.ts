import type { DataOf } from '#contract/call';
import type { firstSale } from '#contract/console/editorial';
import type { EditorialState, LastChange } from '../../../modules/editorial/editing.ts';
import { type Channel, isSold, unpricedPackages } from '../../../modules/shop/shop.ts';

/** A way to pay; `test`: it takes no money. */
export type SaleChannel = Pick<Channel, 'name' | 'currency'> & { test: boolean };
type Step = DataOf<typeof firstSale>['steps'][number];

/** The steps until readers can buy something, in order. */
export function firstSaleSteps(
  state: EditorialState,
  changes: ReadonlyMap<string, LastChange>,
  channels: readonly SaleChannel[],
  now: Date,
): Step[] {
  const sold = state.packages.filter((item) => isSold(item, now));
  const taking = channels.filter(({ test }) => !test);
  const unpriced = taking.flatMap((channel) => {
    const found = unpricedPackages(channel, state.packages, now);
    return found ? [`${channel.name}${found.text}`] : [];
  });
  const { contact, icp } = state.site;
  const step = (title: string, done: boolean, part: Step['part'], hint: string): Step => {
    return { title, done, part, hint: done ? null : hint };
  };
  return [
    step('核对充值商品的价格', changes.has('packages'), 'packages', '现在是自带的价格；改一次并保存，就算核对过'),
    step('有在卖的充值商品', sold.length > 0, 'packages', '没有一个商品现在在卖'),
    step('接好支付渠道', taking.length > 0, null, '在「账务 → 渠道」里加；现在只有不收钱的沙箱，或一个也没有'),
    step('每个渠道都有价格', unpriced.length === 0, 'packages', unpriced.join('；')),
    step('写好服务条款', changes.has('service'), 'service', '现在是自带的范本，里面的主体要换成你的'),
    step('写好隐私政策', changes.has('privacy'), 'privacy', '现在是自带的范本，里面的主体要换成你的'),
    step('写明联系方式', contact !== '', 'site', '读者付款出错时要找得到人'),
    step('填 ICP 备案号', icp !== '', 'site', '服务器在中国大陆时要有'),
  ];
}
