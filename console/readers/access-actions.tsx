import { useState } from 'react';
import type { InputOf } from '#contract/call';
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
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { saveText } from '../parts/export-button.tsx';
import { SecretText } from '../parts/secret-text.tsx';
import { Select } from '../parts/select.tsx';
import { timeText } from '../parts/time.ts';
import { showDone } from '../runtime/done-notice.ts';
import { useChange } from '../runtime/queries.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import type { Reader } from './words.ts';

type Asked = 'reveal' | 'password' | 'teen' | 'phone' | 'export' | 'erase';

/** The actions on the access to an account and on its data. Each needs a reason. */
export function AccessActions({ reader, isOwner }: { reader: Reader; isOwner: boolean }) {
  const { id, telephone, username, teen, erasesAt } = reader;
  const [asked, setAsked] = useState<Asked | null>(null);
  const keep = useChange(keepReader, () => showDone('已取消注销'));
  const choices: [Asked, string, boolean][] = [
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

const DIALOGS: Readonly<Record<Asked, (props: AskProps) => React.ReactNode>> = {
  reveal: RevealDialog,
  password: PasswordDialog,
  teen: TeenDialog,
  phone: PhoneDialog,
  export: ExportDialog,
  erase: EraseDialog,
};

function RevealDialog({ id, onClose }: AskProps) {
  const change = useChange(revealPhone);
  if (change.data)
    return (
      <Dialog title="手机号" onClose={onClose}>
        <SecretText label="只用于你写的原因" text={change.data.telephone} />
      </Dialog>
    );
  return (
    <ReasonDialog
      title="查看手机号"
      text="你的名字与原因写进操作记录，也列在这位读者的页面上。"
      confirm="查看"
      isRequired
      change={change}
      onConfirm={(reason) => change.mutate({ id, reason })}
      onClose={onClose}
    />
  );
}

function PasswordDialog({ id, onClose }: AskProps) {
  const change = useChange(passwordLink);
  if (change.data)
    return (
      <Dialog title="重设密码的链接" onClose={onClose}>
        <SecretText label="把这个链接只交给读者本人" text={change.data.url} />
        <p className="mt-3 text-sm text-soft">
          {timeText(change.data.expiresAt)} 之前有效，只能用一次，关闭之后不再显示。
        </p>
      </Dialog>
    );
  return (
    <ReasonDialog
      title="重设密码"
      text="生成一个链接，读者用它自己设新密码。用过之后所有设备退出，在那之前什么都不变。先核实对方就是本人。"
      confirm="生成链接"
      isRequired
      change={change}
      onConfirm={(reason) => change.mutate({ id, reason })}
      onClose={onClose}
    />
  );
}

function TeenDialog({ id, onClose }: AskProps) {
  const change = useChange(teenOff, () => {
    onClose();
    showDone('未成年人模式已关闭');
  });
  return (
    <ReasonDialog
      title="关闭未成年人模式"
      text="家长忘了密码时用，先核实对方是家长。以后可以重新打开，另设密码。"
      confirm="关闭"
      isRequired
      change={change}
      onConfirm={(reason) => change.mutate({ id, reason })}
      onClose={onClose}
    />
  );
}

function PhoneDialog({ id, onClose }: AskProps) {
  const [telephone, setTelephone] = useState('');
  const change = useChange(rebindPhone, () => {
    onClose();
    showDone('手机号已换，所有设备已退出');
  });
  return (
    <ReasonDialog
      title="换手机号"
      text="先核实对方就是本人，在原因里写怎样核实的。换了之后所有设备退出，用新号码登录。"
      confirm="换手机号"
      isRequired
      change={change}
      onConfirm={(reason) => change.mutate({ id, telephone: telephone.replaceAll(/\s/g, ''), reason })}
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
  const change = useChange(exportReader, ({ json }) => {
    onClose();
    saveText(`读者 ${id}.json`, json, 'application/json');
    showDone('已导出');
  });
  return (
    <ReasonDialog
      title="导出这位读者的数据"
      text="一个 JSON 文件，里面有手机号、订单、阅读记录与反馈，只交给本人。"
      confirm="导出"
      isRequired
      change={change}
      onConfirm={(reason) => change.mutate({ id, reason })}
      onClose={onClose}
    />
  );
}

function EraseDialog({ id, onClose }: AskProps) {
  const [when, setWhen] = useState<'later' | 'now'>('later');
  const change = useChange(eraseReader, () => {
    onClose();
    showDone(when === 'now' ? '一小时之内删除' : '七天后删除');
  });
  const confirm: InputOf<typeof eraseReader>['atOnce'] = when === 'now';
  return (
    <ReasonDialog
      title="注销这位读者"
      text="收藏、阅读记录、余额、已购的话、反馈都删除，不能恢复；账目与订单保留，但不再与读者关联。所有设备立即退出。"
      confirm={confirm ? '注销，一小时之内删除' : '注销，七天后删除'}
      isRequired
      change={change}
      onConfirm={(reason) => change.mutate({ id, reason, atOnce: confirm })}
      onClose={onClose}
    >
      <Select
        label="什么时候删除"
        value={when}
        options={[
          ['later', '七天后，其间登录或「取消注销」就取消'],
          ['now', '一小时之内，读者不能反悔'],
        ]}
        onChange={({ target }) => setWhen(target.value === 'now' ? 'now' : 'later')}
      />
    </ReasonDialog>
  );
}
