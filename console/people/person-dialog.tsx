import { useState } from 'react';
import { ROLE_NAMES, type Role } from '#contract/console/roles';
import { changeRole, disable, endSessions, resetPerson } from '#contract/console/staff';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { OnceDialog } from '../parts/once-dialog.tsx';
import { Problem } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { useChange } from '../runtime/queries.ts';
import { AuthorComics } from './author-comics.tsx';
import { MadeLink } from './made-link.tsx';
import { PersonKeys } from './person-keys.tsx';
import { RoleField } from './role-field.tsx';
import { type Person, STATE_NAMES } from './states.ts';

type PersonAction = 'reset' | 'disable' | 'enable' | 'end-sessions' | null;

/** One person: their data, and the actions of an owner. */
export function PersonDialog({ person, isMe, onClose }: { person: Person; isMe: boolean; onClose(): void }) {
  const { id, name, state, sessions } = person;
  const [asked, setAsked] = useState<PersonAction>(null);
  const close = () => setAsked(null);
  const reset = useChange(resetPerson, close);
  const switching = useChange(disable, close);
  const ending = useChange(endSessions, close);
  if (reset.data)
    return (
      <OnceDialog title="重设的链接" onClose={onClose}>
        <MadeLink {...reset.data} name={name} />
      </OnceDialog>
    );
  const busy = reset.isPending || switching.isPending || ending.isPending;
  return (
    <Dialog title={name} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <Facts person={person} />
        {isMe ? (
          <p className="text-sm text-soft">
            这是你自己。密码、验证器与会话在「我的账号」里；角色要由另一位所有者修改。
          </p>
        ) : (
          <>
            <RoleForm person={person} />
            {person.role === 'author' && <AuthorComics personId={id} />}
            <PersonKeys personId={id} />
            <div className="grid gap-3 border-t border-line pt-4 sm:grid-cols-2">
              {state !== 'disabled' && (
                <Button look="tinted" onClick={() => setAsked('reset')}>
                  {state === 'invited' ? '再生成邀请链接' : '重设密码与验证器'}
                </Button>
              )}
              {sessions > 0 && (
                <Button look="tinted" onClick={() => setAsked('end-sessions')}>
                  结束全部会话
                </Button>
              )}
              <Button
                look="tinted"
                className={state === 'disabled' ? '' : 'text-danger!'}
                onClick={() => setAsked(state === 'disabled' ? 'enable' : 'disable')}
              >
                {state === 'disabled' ? '取消停用' : '停用'}
              </Button>
            </div>
          </>
        )}
        <Problem error={reset.error ?? switching.error ?? ending.error} />
      </div>
      {asked && (
        <ConfirmDialog
          {...QUESTIONS[asked]}
          busy={busy}
          onClose={close}
          onConfirm={() => {
            if (asked === 'reset') reset.mutate({ id }, { onError: close });
            else if (asked === 'end-sessions') ending.mutate({ id }, { onError: close });
            else switching.mutate({ id, disabled: asked === 'disable' }, { onError: close });
          }}
        />
      )}
    </Dialog>
  );
}

const QUESTIONS: Readonly<Record<NonNullable<PersonAction>, { title: string; text: string; confirm: string }>> = {
  reset: {
    title: '生成一次性链接',
    text: '对方用链接自己设密码与验证器。用过之后，原来的密码、验证器、恢复码、API 密钥与会话都失效；在那之前不变。',
    confirm: '生成',
  },
  disable: { title: '停用', text: '会话与 API 密钥立即失效，不能再登录。以后可以取消停用。', confirm: '停用' },
  enable: { title: '取消停用', text: '可以用原来的密码与验证器登录，API 密钥要重新建。', confirm: '取消停用' },
  'end-sessions': { title: '结束全部会话', text: '对方在所有设备上立即退出，可以重新登录。', confirm: '结束' },
};

function Facts({ person }: { person: Person }) {
  const { role, state, sessions, recoveryCodes, createdAt, seenAt } = person;
  const facts = [
    ['角色', ROLE_NAMES[role]],
    ['状态', STATE_NAMES[state]],
    ['会话', String(sessions)],
    ['剩余恢复码', String(recoveryCodes)],
    ['添加于', timeText(createdAt)],
    ['最近使用', seenAt === null ? '从未登录' : timeText(seenAt)],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      {facts.map(([term, text]) => (
        <div key={term} className="contents">
          <dt className="text-soft">{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function RoleForm({ person }: { person: Person }) {
  const [role, setRole] = useState<Role>(person.role);
  const change = useChange(changeRole);
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <RoleField value={role} onRole={setRole} />
      <Problem error={change.error} />
      {role !== person.role && (
        <Button disabled={change.isPending} onClick={() => change.mutate({ id: person.id, role })}>
          改为{ROLE_NAMES[role]}，并让对方重新登录
        </Button>
      )}
    </div>
  );
}
