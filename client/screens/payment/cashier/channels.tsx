import type { Channel } from '#contract/shapes';
import { ChannelIcon } from './channel-icon.tsx';

type ChannelsProps = { channels: readonly Channel[]; picked: string | null; onPick(id: string): void };

/** The ways to pay, one of which is picked. */
export function Channels({ channels, picked, onPick }: ChannelsProps) {
  return (
    <fieldset className="mt-6 min-w-0">
      <legend className="text-lg font-semibold">支付方式</legend>
      <div className="mt-1 rounded-2xl bg-sunken px-4">
        {channels.map(({ id, name, icon }) => (
          <label key={id} className="flex min-h-12 items-center gap-3 border-b border-line last:border-0">
            <ChannelIcon icon={icon} />
            <span className="min-w-0 flex-1">{name}</span>
            <input
              type="radio"
              name="channel"
              className="size-5 accent-accent"
              checked={id === picked}
              onChange={() => onPick(id)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
