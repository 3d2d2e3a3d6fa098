import { useState } from 'react';
import { banReader, endReaderSessions, unbanReader } from '#contract/console/readers';
import { Button } from '../../ui/button.tsx';
import { Select } from '../parts/select.tsx';
import { showDone } from '../runtime/done-notice.ts';
import { request } from '../runtime/request.ts';
import { AccessActions } from './access-actions.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import type { Reader } from './words.ts';

type AccountAction = 'ban' | 'unban' | 'end-sessions' | null;

/** The other actions on an account. */
export function AccountActions({ reader, isOwner }: { reader: Reader; isOwner: boolean }) {
  const [asked, setAsked] = useState<AccountAction>(null);
  const close = () => setAsked(null);
  const isBanned = reader.bannedAt !== null;
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {isBanned ? (
        <Button look="tinted" onClick={() => setAsked('unban')}>
          重新启用
        </Button>
      ) : (
        <Button look="tinted" className="text-danger!" onClick={() => setAsked('ban')}>
          停用
        </Button>
      )}
      {reader.sessions.length > 0 && (
        <Button look="tinted" onClick={() => setAsked('end-sessions')}>
          退出所有设备
        </Button>
      )}
      <AccessActions reader={reader} isOwner={isOwner} />
      {asked === 'ban' && <BanDialog id={reader.id} onClose={close} />}
      {asked === 'unban' && <UnbanDialog id={reader.id} onClose={close} />}
      {asked === 'end-sessions' && <EndDialog id={reader.id} onClose={close} />}
    </div>
  );
}

const ENDS = [
  ['1', '1 天'],
  ['3', '3 天'],
  ['7', '7 天'],
  ['30', '30 天'],
  ['', '没有期限'],
] as const;
const DAY_MS = 24 * 3600 * 1000;

function BanDialog({ id, onClose }: { id: number; onClose(): void }) {
  const [days, setDays] = useState('7');
  const until = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
  return (
    <ReasonDialog
      call={banReader}
      payload={(reason) => ({ id, reason, until })}
      title="停用这位读者"
      text="立即生效：什么也做不了，也不能再登录。已购的话与余额都保留，期限到了自动恢复。"
      confirm="停用"
      onDone={() => showDone('已停用', () => request(unbanReader, { id, reason: '撤回停用' }))}
      onClose={onClose}
    >
      <Select label="期限" value={days} options={ENDS} onChange={({ target }) => setDays(target.value)} />
    </ReasonDialog>
  );
}

function UnbanDialog({ id, onClose }: { id: number; onClose(): void }) {
  return (
    <ReasonDialog
      call={unbanReader}
      payload={(reason) => ({ id, ...(reason && { reason }) })}
      title="重新启用这位读者"
      text="可以像以前一样登录和阅读。"
      confirm="重新启用"
      isRequired={false}
      onDone={() => showDone('已重新启用')}
      onClose={onClose}
    />
  );
}

function EndDialog({ id, onClose }: { id: number; onClose(): void }) {
  return (
    <ReasonDialog
      call={endReaderSessions}
      payload={(reason) => ({ id, ...(reason && { reason }) })}
      title="退出所有设备"
      text="读者要重新登录；手机丢了、账号可能被别人登录时用。"
      confirm="退出所有设备"
      isRequired={false}
      onDone={() => showDone('已退出所有设备')}
      onClose={onClose}
    />
  );
}
