import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { Page } from '../parts/page.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { OrderList } from './orders/order-list.tsx';
import { OrderPage } from './orders/order-page.tsx';

const TABS = [{ to: '/money', title: '订单' }];

/** Orders, refunds, and the books. */
export function MoneyPage() {
  return (
    <Routes>
      <Route index element={tab(<OrderList />)} />
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
