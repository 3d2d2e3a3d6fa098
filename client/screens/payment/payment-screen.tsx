import { Skeleton } from '../../../ui/skeleton.tsx';
import { WithBanners } from '../../features/listings/with-banners.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { useSearchParams } from '../../features/navigation/use-search-params.ts';
import { Cashier } from './cashier/cashier.tsx';
import { insidePath } from './inside-path.ts';
import { OrderProgress } from './order/order-progress.tsx';

/** The index of the screen, which is its banner slot. */
const SLOT = 8;

/** The cashier, or the progress of an order. */
export function PaymentScreen() {
  const [address] = useSearchParams();
  const orderId = address.get('order');
  if (orderId) return <OrderProgress key={orderId} orderId={orderId} />;
  return (
    <TitledScreen title="充值">
      <WithBanners slot={SLOT} waiting={<Skeleton className="m-4 h-24" />}>
        <Cashier
          back={insidePath(address.get('back'))}
          need={Number(address.get('need')) || 0}
          picksPass={address.get('pick') === 'pass'}
        />
      </WithBanners>
    </TitledScreen>
  );
}
