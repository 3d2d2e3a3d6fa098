import type { DataOf } from '#contract/call';
import type { channelCheck } from '#contract/console/channels';

/** The findings of the check of a channel. */
export function ChannelFindings({ findings }: { findings: DataOf<typeof channelCheck>['findings'] }) {
  return (
    <div role="status" className="mt-3 border-t border-line pt-3 text-sm">
      {findings === null && <p>这个渠道没有要检查的。</p>}
      <ul className="flex flex-col gap-1">
        {findings?.map(({ isGood, text }) => (
          <li key={text} className={`break-words ${isGood ? '' : 'text-danger'}`}>
            {isGood ? '正常' : '不对'}：{text}
          </li>
        ))}
      </ul>
    </div>
  );
}
