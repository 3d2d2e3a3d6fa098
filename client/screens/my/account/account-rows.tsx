import { useState } from 'react';
import { userGender } from '#contract/calls/account';
import type { UserInfo } from '#contract/shapes';
import { faceName } from '../../../features/account/avatar/faces.tsx';
import { PhoneSheet } from '../../../features/account/phone-sheet/phone-sheet.tsx';
import { useChange } from '../../../features/account/use-change.ts';
import { session } from '../../../runtime/browser.ts';
import { PasswordSheet } from '../credentials/password-sheet.tsx';
import { ChoiceSheet } from '../parts/choice-sheet.tsx';
import { ActionRow, FoldedRows, RowGroup } from '../parts/row.tsx';
import { AutoBuysSheet } from './auto-buys-sheet.tsx';
import { AvatarSheet } from './avatar-sheet.tsx';
import { DevicesSheet } from './devices-sheet.tsx';
import { NicknameSheet } from './nickname-sheet.tsx';

const GENDERS = [
  { key: 0, label: '保密' },
  { key: 1, label: '男' },
  { key: 2, label: '女' },
] as const;

type Sheet = 'avatar' | 'nickname' | 'gender' | 'password' | 'phone' | 'devices' | 'autoBuys';

/** Name, password, phone and devices; folded for an anonymous reader. */
export function AccountRows({ user }: { user: UserInfo }) {
  const [open, setOpen] = useState<Sheet | null>(null);
  const close = () => setOpen(null);
  const Rows = user.registered ? RowGroup : FoldedRows;
  return (
    <Rows title={user.registered ? '账号' : '账号设置'}>
      <ActionRow icon="face" label="头像" value={faceName(user.face ?? 0)} onOpen={() => setOpen('avatar')} />
      <ActionRow icon="name" label="昵称" value={user.nickname} onOpen={() => setOpen('nickname')} />
      <ActionRow
        icon="gender"
        label="性别"
        value={GENDERS.find(({ key }) => key === user.gender)?.label}
        onOpen={() => setOpen('gender')}
      />
      <ActionRow
        icon="key"
        label="用户名与密码"
        value={user.username ?? (user.hasPassword ? '已设置' : '未设置')}
        onOpen={() => setOpen('password')}
      />
      <ActionRow icon="device" label="手机号" value={user.telephone ?? '未绑定'} onOpen={() => setOpen('phone')} />
      <ActionRow icon="devices" label="登录的设备" onOpen={() => setOpen('devices')} />
      {!user.teen && <ActionRow icon="autoBuy" label="自动购买下一话" onOpen={() => setOpen('autoBuys')} />}

      {open === 'avatar' && <AvatarSheet user={user} onClose={close} />}
      {open === 'nickname' && <NicknameSheet onClose={close} />}
      {open === 'gender' && <GenderSheet gender={user.gender} onClose={close} />}
      {open === 'password' && <PasswordSheet user={user} onClose={close} />}
      {open === 'phone' && <PhoneSheet user={user} onClose={close} />}
      {open === 'devices' && <DevicesSheet onClose={close} />}
      {open === 'autoBuys' && <AutoBuysSheet onClose={close} />}
    </Rows>
  );
}

function GenderSheet({ gender, onClose }: { gender: UserInfo['gender']; onClose(): void }) {
  const { change } = useChange(userGender, () => {
    void session.refetchProfile();
    onClose();
  });
  return (
    <ChoiceSheet
      title="性别"
      choices={GENDERS}
      picked={gender}
      onPick={(picked) => change({ gender: picked })}
      onClose={onClose}
    />
  );
}
