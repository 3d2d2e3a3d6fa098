import { useState } from 'react';
import {
  eraseReader,
  exportReader,
  keepReader,
  passwordLink,
  rebindPhone,
  revealPhone,
  teenOff,
} from '#contract/console/reader-access';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { saveText } from '../parts/export-button.tsx';
import { SecretText } from '../parts/secret-text.tsx';
import { Select } from '../parts/select.tsx';
import { timeText } from '../parts/time.ts';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import type { Reader } from './words.ts';

type AccessAction = 'reveal' | 'password' | 'teen' | 'phone' | 'export' | 'erase';

/** The actions on the access to an account and on its data. Each needs a reason. */
export function AccessActions({ reader, isOwner }: { reader: Reader; isOwner: boolean }) {
  const { id, telephone, username, teen, erasesAt } = reader;
  const [asked, setAsked] = useState<AccessAction | null>(null);
  const keep = useChange(keepReader, () => showDone('已取消注销'));
  const choices: [AccessAction, string, boolean][] = [
    ['reveal', '查看手机号', telephone !== null],
    ['password', '重设密码', telephone !== null || username !== null],
    ['phone', '换手机号', true],
    ['teen', '关闭未成年人模式', teen],
    ['export', '导出数据', true],
    ['erase', '注销', isOwner && erasesAt === null],
  ];
  const Asking = asked && DIALOGS[asked];
  return (
    <>
      {choices.map(
        ([name, text, isOffered]) =>
          isOffered && (
            <Button
              key={name}
              look="tinted"
              className={name === 'erase' ? 'text-danger!' : ''}
              onClick={() => setAsked(name)}
            >
              {text}
            </Button>
          ),
      )}
      {erasesAt !== null && (
        <Button look="tinted" disabled={keep.isPending} onClick={() => keep.mutate({ id })}>
          取消注销
        </Button>
      )}
      {Asking && <Asking id={id} onClose={() => setAsked(null)} />}
    </>
  );
}

type AskProps = { id: number; onClose(): void };

const DIALOGS: Readonly<Record<AccessAction, (props: AskProps) => React.ReactNode>> = {
  reveal: RevealDialog,
  password: PasswordDialog,
  teen: TeenDialog,
  phone: PhoneDialog,
  export: ExportDialog,
  erase: EraseDialog,
};

function RevealDialog({ id, onClose }: AskProps) {
  return (
    <ReasonDialog
      call={revealPhone}
      payload={(reason) => ({ id, reason })}
      title="查看手机号"
      text="你的名字与原因写进操作记录，也列在这位读者的页面上。"
      confirm="查看"
      result={{
        title: '手机号',
        content: ({ telephone }) => <SecretText label="只用于你写的原因" text={telephone} />,
      }}
      onClose={onClose}
    />
  );
}

function PasswordDialog({ id, onClose }: AskProps) {
  return (
    <ReasonDialog
      call={passwordLink}
      payload={(reason) => ({ id, reason })}
      title="重设密码"
      text="生成一个链接，读者用它自己设新密码。用过之后所有设备退出，在那之前什么都不变。先核实对方就是本人。"
      confirm="生成链接"
      result={{
        title: '重设密码的链接',
        content: ({ url, expiresAt }) => (
          <>
            <SecretText label="把这个链接只交给读者本人" text={url} />
            <p className="mt-3 text-sm text-soft">{timeText(expiresAt)} 之前有效，只能用一次，关闭之后不再显示。</p>
          </>
        ),
      }}
      onClose={onClose}
    />
  );
}

function TeenDialog({ id, onClose }: AskProps) {
  return (
    <ReasonDialog
      call={teenOff}
      payload={(reason) => ({ id, reason })}
      title="关闭未成年人模式"
      text="家长忘了密码时用，先核实对方是家长。以后可以重新打开，另设密码。"
      confirm="关闭"
      onDone={() => showDone('未成年人模式已关闭')}
      onClose={onClose}
    />
  );
}

function PhoneDialog({ id, onClose }: AskProps) {
  const [telephone, setTelephone] = useState('');
  return (
    <ReasonDialog
      call={rebindPhone}
      payload={(reason) => ({ id, telephone: telephone.replaceAll(/\s/g, ''), reason })}
      title="换手机号"
      text="先核实对方就是本人，在原因里写怎样核实的。换了之后所有设备退出，用新号码登录。"
      confirm="换手机号"
      onDone={() => showDone('手机号已换，所有设备已退出')}
      onClose={onClose}
    >
      <TextField
        label="新手机号"
        type="tel"
        autoComplete="off"
        maxLength={13}
        value={telephone}
        onText={setTelephone}
      />
    </ReasonDialog>
  );
}

function ExportDialog({ id, onClose }: AskProps) {
  return (
    <ReasonDialog
      call={exportReader}
      payload={(reason) => ({ id, reason })}
      title="导出这位读者的数据"
      text="一个 JSON 文件，里面有手机号、订单、阅读记录与反馈，只交给本人。"
      confirm="导出"
      onDone={({ json }) => {
        saveText(`读者 ${id}.json`, json, 'application/json');
        showDone('已导出');
      }}
      onClose={onClose}
    />
  );
}

function EraseDialog({ id, onClose }: AskProps) {
  const [atOnce, setAtOnce] = useState(false);
  return (
    <ReasonDialog
      call={eraseReader}
      payload={(reason) => ({ id, reason, atOnce })}
      title="注销这位读者"
      text="收藏、阅读记录、余额、已购的话、反馈都删除，不能恢复；账目与订单保留，但不再与读者关联。所有设备立即退出。"
      confirm={atOnce ? '注销，一小时之内删除' : '注销，七天后删除'}
      onDone={() => showDone(atOnce ? '一小时之内删除' : '七天后删除')}
      onClose={onClose}
    >
      <Select
        label="什么时候删除"
        value={atOnce ? 'now' : 'later'}
        options={[
          ['later', '七天后，其间登录或「取消注销」就取消'],
          ['now', '一小时之内，读者不能反悔'],
        ]}
        onChange={({ target }) => setAtOnce(target.value === 'now')}
      />
    </ReasonDialog>
  );
}
