import { type NoticeCategory, setNoticeSettings } from '#contract/calls/notices';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import { useChange } from '../../features/account/use-change.ts';
import { NOTICE_CATEGORY_ROWS, withSwitched } from './categories.ts';
import { usePush } from './use-push.ts';

const OBSTACLES = {
  unsupported: '这个浏览器不支持推送。在 iPhone 上，先把网站添加到主屏幕',
  denied: '浏览器里已经拒绝，请在浏览器的网站设置里允许通知',
};

type Props = { muted: NoticeCategory[]; pushMuted: NoticeCategory[]; onChanged(): void };

/** Whether this browser and others of the reader receive pushes, and of which categories. Nothing if the site has no pushes. */
export function PushRows({ muted, pushMuted, onChanged }: Props) {
  const { choice, busy, turnOn, turnOff, turnAllOff } = usePush();
  const settings = useChange(setNoticeSettings, onChanged, '');
  if (!choice) return null;
  const { here, devices, key, obstacle } = choice;
  const others = devices - (here ? 1 : 0);
  const pushed = NOTICE_CATEGORY_ROWS.filter(({ category }) => !muted.includes(category));
  return (
    <section className="mt-4 border-t border-line pt-2">
      <SwitchRow on={here} disabled={busy || obstacle !== null} onSwitch={(isOn) => (isOn ? turnOn(key) : turnOff())}>
        <span className="block text-base">推送到这台设备</span>
        <span className="block text-xs text-soft">
          {obstacle ? OBSTACLES[obstacle] : '22 点到 8 点不推送，一天最多 3 条'}
        </span>
      </SwitchRow>
      {devices > 0 &&
        pushed.map(({ category, label }) => (
          <SwitchRow
            key={category}
            on={!pushMuted.includes(category)}
            disabled={settings.busy}
            onSwitch={(isOn) => settings.change({ muted, pushMuted: withSwitched(pushMuted, category, isOn) })}
          >
            推送{label}
          </SwitchRow>
        ))}
      {others > 0 && (
        <p className="text-sm text-soft">
          另有 {others} 台设备收到推送
          <button type="button" className="h-11 px-3 text-accent" disabled={busy} onClick={turnAllOff}>
            全部停止
          </button>
        </p>
      )}
    </section>
  );
}
