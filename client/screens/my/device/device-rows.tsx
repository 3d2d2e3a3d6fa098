import { useState } from 'react';
import { userAdult } from '#contract/calls/account';
import type { UserInfo } from '#contract/shapes';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { afterDialogs } from '../../../../ui/dialog-entry.ts';
import { useChange } from '../../../features/account/use-change.ts';
import { IN_PLACE } from '../../../features/navigation/screen-link/screen-navigation.ts';
import { useSearchParams } from '../../../features/navigation/use-search-params.ts';
import { session } from '../../../runtime/browser.ts';
import { type Settings, setSettings, useSettings } from '../../../settings.ts';
import { ChoiceSheet } from '../parts/choice-sheet.tsx';
import { ActionRow, RowGroup } from '../parts/row.tsx';
import { CacheRow } from './cache-row.tsx';
import { TeenSheet } from './teen-sheet.tsx';
import { TEEN_TIERS } from './teen-tiers.ts';

const THEMES: readonly { key: Settings['theme']; label: string }[] = [
  { key: 'system', label: '跟随系统' },
  { key: 'light', label: '浅色' },
  { key: 'dark', label: '深色' },
];
const CONSENTS: readonly { key: 'given' | 'refused'; label: string }[] = [
  { key: 'given', label: '保存阅读记录' },
  { key: 'refused', label: '不保存' },
];

type Sheet = 'theme' | 'teen' | 'adult' | 'consent';

export function DeviceRows({ user }: { user: UserInfo }) {
  // The consent sheet of the first visit links here.
  const [address, setAddress] = useSearchParams();
  const [opened, setOpen] = useState<Sheet | null>(null);
  const open = address.get('open') === 'teen' ? 'teen' : opened;
  const close = () => {
    setOpen(null);
    if (address.has('open')) afterDialogs(() => setAddress({}, { replace: true, state: IN_PLACE }));
  };
  const { theme, consent } = useSettings();
  const tier = user.teen ? (user.teenTier ?? 'under16') : null;
  return (
    <RowGroup title="设置">
      <ActionRow
        icon="appearance"
        label="外观"
        value={THEMES.find(({ key }) => key === theme)?.label}
        onOpen={() => setOpen('theme')}
      />
      <ActionRow
        icon="teen"
        label="未成年人模式"
        value={tier ? `已开启 · 每天 ${TEEN_TIERS[tier].time}` : '未开启'}
        onOpen={() => setOpen('teen')}
      />
      {!user.teen && (
        <ActionRow
          icon="age"
          label="18 岁以上内容"
          value={user.adult ? '显示' : '不显示'}
          onOpen={() => setOpen('adult')}
        />
      )}
      <ActionRow
        icon="clock"
        label="阅读记录"
        value={consent === 'given' ? '保存' : '不保存'}
        onOpen={() => setOpen('consent')}
      />
      <CacheRow />

      {open === 'theme' && (
        <ChoiceSheet
          title="外观"
          choices={THEMES}
          picked={theme}
          onPick={(picked) => setSettings({ theme: picked })}
          onClose={close}
        />
      )}
      {open === 'teen' && <TeenSheet current={tier} onClose={close} />}
      {open === 'adult' && <AdultDialog adult={user.adult} onClose={close} />}
      {open === 'consent' && (
        <ChoiceSheet
          title="阅读记录"
          choices={CONSENTS}
          picked={consent ?? 'refused'}
          hint="选「不保存」以后，读到哪里不再记下；已有的记录可以在书架里删除。"
          onPick={(picked) => setSettings({ consent: picked })}
          onClose={close}
        />
      )}
    </RowGroup>
  );
}

/** Confirms to be of age, or hides comics rated 18 again. */
function AdultDialog({ adult, onClose }: { adult: boolean; onClose(): void }) {
  const { busy, change } = useChange(userAdult, (user) => {
    session.adoptProfile(user);
    onClose();
  });
  return (
    <ConfirmDialog
      title="18 岁以上内容"
      text={
        adult
          ? '不再显示标记为 18 岁以上的漫画？'
          : '请确认你已年满 18 周岁。确认后可以查找和阅读标记为 18 岁以上的漫画。'
      }
      confirm={adult ? '不再显示' : '我已年满 18 周岁'}
      busy={busy}
      onConfirm={() => change({ adult: !adult })}
      onClose={onClose}
    />
  );
}
