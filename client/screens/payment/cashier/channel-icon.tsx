import { Icon } from '../../../../ui/icon.tsx';

/** By the name in the contract; any other channel is shown as a card. */
const LINES: Readonly<Record<string, string>> = {
  sandbox: 'M4 18.5h16M6 18.5l1.5-7h9l1.5 7M9 11.5V8a3 3 0 0 1 6 0v3.5',
  alipay: 'M5 7h14M12 4v3M7.5 11h9c-1.2 4.2-4.4 7-8 7-2 0-3.5-1-3.5-2.6 0-1.5 1.4-2.4 3.2-2.4 3 0 6.6 2.2 10.8 4.5',
  wechat:
    'M9.5 5C6 5 3.5 7.2 3.5 10c0 1.6.8 3 2.2 3.9L5 16l2.6-1.3M20.5 14.5c0-2.3-2.2-4.2-5-4.2s-5 1.9-5 4.2 2.2 4.2 5 4.2c.7 0 1.4-.1 2-.3l2 1-.5-1.7c1-.8 1.5-1.9 1.5-3.2z',
  card: 'M3.5 6.5h17v11h-17zM3.5 10h17M6.5 14.5h4',
};

export function ChannelIcon({ icon }: { icon: string }) {
  return (
    <Icon className="size-6 shrink-0 text-accent">
      <path d={LINES[icon] ?? LINES.card} />
    </Icon>
  );
}
