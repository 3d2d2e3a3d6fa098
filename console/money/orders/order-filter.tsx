import type { InputOf } from '#contract/call';
import { orderChoices, type orderSums } from '#contract/console/orders';
import { TextField } from '../../../ui/text-field.tsx';
import { useFilter } from '../../parts/filter.ts';
import { FilterCard } from '../../parts/filter-card.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { Select } from '../../parts/select.tsx';
import { useAnswer } from '../../runtime/queries.ts';
import { STATE_OPTIONS } from './words.ts';

export type OrderFilterValues = InputOf<typeof orderSums>;

/** The filter in the address. Values that are not valid are left out. */
export function filterOf(get: (name: string) => string): OrderFilterValues {
  const day = (name: string) => /^\d{4}-\d\d-\d\d$/.exec(get(name))?.[0];
  const state = STATE_OPTIONS.find(([name]) => name !== '' && name === get('state'))?.[0];
  return {
    text: get('q').slice(0, 64) || undefined,
    state: state || undefined,
    channel: get('channel').slice(0, 32) || undefined,
    packageId: /^[1-9]\d{0,14}$/.test(get('item')) ? Number(get('item')) : undefined,
    from: day('from'),
    to: day('to'),
  };
}

export function OrderFilter() {
  const { get, set } = useFilter();
  const { data } = useAnswer(orderChoices, {});
  const channels = (data?.channels ?? []).map(({ id, name }) => [id, name] as const);
  const packages = (data?.packages ?? []).map(({ id, title }) => [String(id), title] as const);
  return (
    <FilterCard columns={5} search={<SearchBox label="订单号、渠道交易号、退款号或读者编号" />}>
      <Select
        label="状态"
        value={get('state')}
        options={STATE_OPTIONS}
        onChange={({ target }) => set('state', target.value)}
      />
      <Select
        label="渠道"
        value={get('channel')}
        options={[['', '全部渠道'], ...channels]}
        onChange={({ target }) => set('channel', target.value)}
      />
      <Select
        label="商品"
        value={get('item')}
        options={[['', '全部商品'], ...packages]}
        onChange={({ target }) => set('item', target.value)}
      />
      <TextField label="下单，从" type="date" value={get('from')} onText={(text) => set('from', text)} />
      <TextField label="到" type="date" value={get('to')} onText={(text) => set('to', text)} />
    </FilterCard>
  );
}
