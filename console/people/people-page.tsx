import { useState } from 'react';
import { ROLE_NAMES } from '#contract/console/roles';
import { people } from '#contract/console/staff';
import { Button } from '../../ui/button.tsx';
import { Loaded, Page } from '../parts/page.tsx';
import { timeText } from '../parts/time.ts';
import { type Me, useAnswer } from '../runtime/queries.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { type Person, STATE_NAMES } from './states.ts';

export function PeoplePage({ person: me }: { person: Me }) {
  const query = useAnswer(people, {});
  const [invites, setInvites] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const shown = query.data?.list.find(({ id }) => id === opened);
  return (
    <Page title="员工" actions={<Button onClick={() => setInvites(true)}>添加员工</Button>}>
      <Loaded query={query}>
        {({ list }) => (
          <>
            <ul className="divide-y divide-line overflow-hidden rounded-2xl bg-raised ring-1 ring-line">
              {list.map((person) => (
                <li key={person.id}>
                  <PersonRow person={person} isMe={person.id === me.id} onOpen={() => setOpened(person.id)} />
                </li>
              ))}
            </ul>
            {list.length === 1 && (
              <p className="text-sm text-soft">现在只有你一位。再添加一位所有者，你丢了手机时就有人能帮你重设。</p>
            )}
          </>
        )}
      </Loaded>
      {invites && <InviteDialog onClose={() => setInvites(false)} />}
      {shown && <PersonDialog person={shown} isMe={shown.id === me.id} onClose={() => setOpened(null)} />}
    </Page>
  );
}

function PersonRow({ person, isMe, onOpen }: { person: Person; isMe: boolean; onOpen(): void }) {
  const { name, role, state, sessions, seenAt } = person;
  return (
    <button
      type="button"
      className="flex w-full flex-col gap-1 px-4 py-3 text-left -outline-offset-2 hover:bg-sunken sm:grid sm:grid-cols-[1fr_5rem_6rem_17rem] sm:items-center sm:gap-4 sm:px-6 sm:py-4"
      onClick={onOpen}
    >
      <span className="min-w-0 font-medium break-words">
        {name}
        {isMe && <span className="font-normal text-soft">（你）</span>}
      </span>
      <span>{ROLE_NAMES[role]}</span>
      <span className={`text-sm ${state === 'active' ? 'text-soft' : 'text-warm'}`}>{STATE_NAMES[state]}</span>
      <span className="text-sm text-soft">
        {seenAt === null ? '从未登录' : `最近 ${timeText(seenAt)}`}
        {sessions > 0 && `，${sessions} 个会话`}
      </span>
    </button>
  );
}
