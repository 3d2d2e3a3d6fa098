import { useEffect, useState } from 'react';
import type { DataOf } from '#contract/call';
import { delMail, mailState, type NoticeCategory, setMail, setNoticeSettings } from '#contract/calls/notices';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { SwitchRow } from '../../../ui/switch-row.tsx';
import { useChange } from '../../features/account/use-change.ts';
import { useCall } from '../../runtime/queries/queries.ts';
import { refetchSilently } from '../../runtime/queries/silent-refetch.ts';
import { NOTICE_CATEGORY_ROWS, withSwitched } from './categories.ts';
import { MailForm } from './mail-form.tsx';

type Mail = NonNullable<DataOf<typeof mailState>['mail']>;
type Props = { muted: NoticeCategory[]; mailMuted: NoticeCategory[]; onChanged(): void };

/** The time between two checks of an address that waits for its verification. */
const EVERY_MS = 5000;

const STATES: Record<Mail['state'], string> = {
  waiting: '待验证：打开邮件里的链接，24 小时内有效',
  verified: '已验证',
  undeliverable: '无法送达：邮件服务器不收，请换一个邮箱',
};

/** The e-mail address of the reader, and which categories are mailed to it. */
export function MailRows({ muted, mailMuted, onChanged }: Props) {
  const { data, error, retry } = useCall(mailState, {}, { staleMs: 0 });
  useFreshState(data?.mail?.state === 'waiting');
  if (error) return <ErrorState message={error.message} onRetry={retry} />;
  if (!data) return <Skeleton className="mt-4 h-16 w-full rounded-lg" />;
  if (!data.on) return null;
  return (
    <section className="mt-4 border-t border-line pt-2">
      <Mailbox key={`${data.mail?.address} ${data.mail?.state}`} mail={data.mail} onChanged={retry} />
      {data.mail?.state === 'verified' && <MailedCategories {...{ muted, mailMuted, onChanged }} />}
    </section>
  );
}

/** The link of a mail is often opened in another window or on another device, while this page stays in sight. */
function useFreshState(isWaiting: boolean) {
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (!document.hidden) void refetchSilently({ queryKey: [mailState.path] });
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
}

function Mailbox({ mail, onChanged }: { mail: Mail | null; onChanged(): void }) {
  const [isOpen, setOpen] = useState(false);
  const sending = useChange(
    setMail,
    () => {
      setOpen(false);
      onChanged();
    },
    '验证邮件已发出',
  );
  const removal = useChange(delMail, onChanged, '已移除邮箱');
  const busy = sending.busy || removal.busy;
  return (
    <>
      <p className="pt-2 text-base">邮箱</p>
      <p className="break-all text-xs text-soft">
        {mail ? `${mail.address} · ${STATES[mail.state]}` : '未填。新话每天 18 点一封，其余的马上发，22 点到 8 点不发'}
      </p>
      {isOpen ? (
        <MailForm busy={busy} onSend={(address) => sending.change({ address })} onClose={() => setOpen(false)} />
      ) : (
        <p className="-ml-3 flex text-sm">
          {mail && mail.state !== 'verified' && (
            <Act label="重新发送" busy={busy} onAct={() => sending.change({ address: mail.address })} />
          )}
          <Act label={mail ? '更换' : '填写邮箱'} busy={busy} onAct={() => setOpen(true)} />
          {mail && <Act label="移除" busy={busy} onAct={() => removal.change({})} />}
        </p>
      )}
    </>
  );
}

function Act({ label, busy, onAct }: { label: string; busy: boolean; onAct(): void }) {
  return (
    <button type="button" className="h-11 px-3 text-accent disabled:opacity-50" disabled={busy} onClick={onAct}>
      {label}
    </button>
  );
}

function MailedCategories({ muted, mailMuted, onChanged }: Props) {
  const { busy, change } = useChange(setNoticeSettings, onChanged, '');
  return NOTICE_CATEGORY_ROWS.filter(({ category }) => !muted.includes(category)).map(({ category, label }) => (
    <SwitchRow
      key={category}
      on={!mailMuted.includes(category)}
      disabled={busy}
      onSwitch={(isOn) => change({ muted, mailMuted: withSwitched(mailMuted, category, isOn) })}
    >
      邮件发送{label}
    </SwitchRow>
  ));
}
