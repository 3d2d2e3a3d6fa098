import { PageLink } from '../parts/page-link.tsx';

/** Frequent actions. Each opens its form at once. */
const SHORTCUTS = [
  { to: '/upload', text: '上传漫画' },
  { to: '/editorial/promotions?add', text: '加优惠' },
  { to: '/editorial/banners?add', text: '加横幅' },
  { to: '/editorial/events?add', text: '加活动' },
  { to: '/editorial/gifts?add', text: '加礼包' },
  { to: '/editorial/packages?add', text: '加充值商品' },
] as const;

export function Shortcuts() {
  return (
    <nav aria-label="常做的" className="flex flex-wrap gap-x-6">
      {SHORTCUTS.map(({ to, text }) => (
        <PageLink key={to} to={to} text={text} />
      ))}
    </nav>
  );
}
