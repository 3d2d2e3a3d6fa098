import { useState } from 'react';
import { delNotice, type Notice, notices, readNotice } from '#contract/calls/notices';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CloseIcon } from '../../../ui/screen-icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useFreshProfile } from '../../features/account/use-fresh-profile.ts';
import { EndlessList } from '../../features/listings/endless-list.tsx';
import { ScreenLink } from '../../features/navigation/screen-link/screen-link.tsx';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { timeText } from '../../features/text/format/time-text.ts';
import { useEndless } from '../../runtime/queries/endless.ts';
import { useClientState } from '../../state.ts';
import { change } from './change.ts';
import { SettingsSheet } from './settings-sheet.tsx';

/** The inbox of the reader. */
export function NoticesScreen() {
  useFreshProfile();
  const list = useEndless(notices, {}, { staleMs: 0 });
  const unread = useClientState(({ userInfo }) => userInfo?.unread.notices ?? 0);
  const [opened, setOpened] = useState<'settings' | 'clear' | null>(null);
  return (
    <TitledScreen
      title="消息"
      action={
        <>
          {unread > 0 && (
            <Button look="quiet" onClick={() => void change(readNotice, { all: true })}>
              全部已读
            </Button>
          )}
          <Button look="quiet" className="-mr-4" onClick={() => setOpened('settings')}>
            设置
          </Button>
        </>
      }
    >
      <EndlessList
        list={list}
        empty={{ title: '还没有消息', hint: '订阅的漫画更新、充值到账、反馈有了回复，都会在这里。' }}
        className="flex flex-col"
        skeleton={<Skeleton className="mb-4 h-16 w-full rounded-2xl" />}
      >
        {(notice) => <NoticeRow key={notice.id} notice={notice} />}
      </EndlessList>
      {(list.list?.length ?? 0) > 0 && (
        <p className="mt-4 text-center text-sm text-soft">
          消息保留 90 天
          <button type="button" className="h-11 px-3 text-accent" onClick={() => setOpened('clear')}>
            清空
          </button>
        </p>
      )}
      {opened === 'settings' && <SettingsSheet onClose={() => setOpened(null)} />}
      {opened === 'clear' && (
        <ConfirmDialog
          title="清空消息？"
          text="所有消息都会删除，没有读过的也在其中。"
          confirm="清空"
          onConfirm={() => {
            setOpened(null);
            void change(delNotice, { all: true });
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </TitledScreen>
  );
}

function NoticeRow({ notice: { id, title, body, link, at, read } }: { notice: Notice }) {
  return (
    <li className="flex items-center border-b border-line">
      <ScreenLink
        to={link}
        onClick={() => read || void change(readNotice, { ids: [id] })}
        className="min-w-0 flex-1 py-3 active:opacity-70"
      >
        <span className="flex items-center gap-2">
          {!read && (
            <span className="size-2 shrink-0 rounded-full bg-accent">
              <span className="sr-only">未读</span>
            </span>
          )}
          <span className={`min-w-0 flex-1 truncate ${read ? '' : 'font-semibold'}`}>{title}</span>
          <span className="shrink-0 text-xs text-soft">{timeText(at)}</span>
        </span>
        <span className="mt-1 block text-sm text-soft">{body}</span>
      </ScreenLink>
      <IconButton
        label={`删除：${title}`}
        className="-mr-2 text-soft"
        onClick={() => void change(delNotice, { ids: [id] })}
      >
        <CloseIcon className="size-4" />
      </IconButton>
    </li>
  );
}
