import { type FormEvent, useState } from 'react';
import { userNickname } from '#contract/calls/account';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { useChange } from '../../../features/account/use-change.ts';
import { toast } from '../../../notices.ts';
import { session } from '../../../runtime/browser.ts';
import { useClientState } from '../../../state.ts';

const NICKNAME_MAX = 20;

export function NicknameSheet({ onClose }: { onClose(): void }) {
  const [nickname, setNickname] = useState(useClientState.getState().userInfo?.nickname ?? '');
  const { busy, change } = useChange(userNickname, (user) => {
    session.adoptProfile(user);
    onClose();
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (nickname.trim() === '') return toast('请输入昵称!');
    change({ nickname: nickname.trim() });
  };
  return (
    <Dialog title="昵称" onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={onSubmit} noValidate>
        <TextField label="1 到 20 个字" value={nickname} onText={setNickname} maxLength={NICKNAME_MAX} />
        <Button type="submit" className="w-full" disabled={busy}>
          保存
        </Button>
      </form>
    </Dialog>
  );
}
