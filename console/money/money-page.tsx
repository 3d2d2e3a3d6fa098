import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { Page } from '../parts/page.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { BillPage } from './bills/bill-page.tsx';
import { Bills } from './bills/bills.tsx';
import { Ledger } from './books/ledger.tsx';
import { MonthReport } from './books/month-report.tsx';
import { Channels } from './channels/channels.tsx';
import { BatchList } from './codes/batch-list.tsx';
import { BatchPage } from './codes/batch-page.tsx';
import { OrderList } from './orders/order-list.tsx';
import { OrderPage } from './orders/order-page.tsx';

const TABS = [
  { to: '/money', title: '订单' },
  { to: '/money/bills', title: '对账' },
  { to: '/money/channels', title: '渠道' },
  { to: '/money/codes', title: '兑换码' },
  { to: '/money/month', title: '月报' },
  { to: '/money/ledger', title: '账本' },
];

/** Orders, refunds, and the books. */
export function MoneyPage() {
  return (
    <Routes>
      <Route index element={tab(<OrderList />)} />
      <Route path="bills" element={tab(<Bills />)} />
      <Route path="bills/:channel/:day" element={<BillPage />} />
      <Route path="channels" element={tab(<Channels />)} />
      <Route path="codes" element={tab(<BatchList />)} />
      <Route path="codes/:id" element={<BatchPage />} />
      <Route path="month" element={tab(<MonthReport />)} />
      <Route path="ledger" element={tab(<Ledger />)} />
      <Route path="orders/:no" element={<OrderPage />} />
    </Routes>
  );
}

function tab(content: ReactNode) {
  return (
    <Page title="账务">
      <Tabs label="账务" tabs={TABS} />
      {content}
    </Page>
  );
}
