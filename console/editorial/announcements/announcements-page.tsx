import { useState } from 'react';
import { Link } from 'react-router';
import type { DataOf } from '#contract/call';
import { announcementList, announcementWithdraw } from '#contract/console/announcements';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Card, Page, Problem } from '../../parts/page.tsx';
import { timeText } from '../../parts/time.ts';
import { showDone } from '../../runtime/done-notice.ts';
import { useAnswer, useChange } from '../../runtime/queries.ts';
import { EditorialTabs } from '../tabs.tsx';
import { AnnouncementDialog } from './announcement-dialog.tsx';
import { audienceText, KINDS, STATES } from './words.ts';

type Announcement = DataOf<typeof announcementList>['list'][number];

const FILTER = { size: 50 };

/** The announcements to readers, the latest first, and a new one. */
export function AnnouncementsPage() {
  const [isNew, setIsNew] = useState(false);
  const isOff = useAnswer(announcementList, { size: 1 }).data?.isOn === false;
  return (
    <Page title="公告">
      <EditorialTabs />
      {isOff && (
        <p className="text-warm">
          消息还没有打开，公告不会发出。
          <Link to="/editorial/features" className="inline-flex min-h-11 items-center text-accent">
            去打开
          </Link>
        </p>
      )}
      <div className="flex justify-end">
        <Button onClick={() => setIsNew(true)}>发公告</Button>
      </div>
      <LoadMore call={announcementList} filter={FILTER}>
        {(announcements) =>
          announcements.length === 0 ? (
            <EmptyState title="还没有公告" hint="公告出现在读者的「消息」里，打开了推送的读者也会收到推送" />
          ) : (
            <ul className="flex flex-col gap-4">
              {announcements.map((announcement) => (
                <li key={announcement.id}>
                  <AnnouncementCard announcement={announcement} />
                </li>
              ))}
            </ul>
          )
        }
      </LoadMore>
      {isNew && <AnnouncementDialog onClose={() => setIsNew(false)} />}
    </Page>
  );
}

function AnnouncementCard({ announcement }: { announcement: Announcement }) {
  const { id, kind, title, body, link, seenDays, at, state, readers, actorName } = announcement;
  const [isAsking, setIsAsking] = useState(false);
  const withdraw = useChange(announcementWithdraw, () => showDone(`已撤回「${title}」`));
  return (
    <Card title={title} hint={`${KINDS[kind]} · ${timeText(at)} · ${actorName}`}>
      <p className="break-words">{body}</p>
      <p className="mt-2 text-sm text-soft">
        {STATES[state]} · {audienceText(seenDays)}
        {readers > 0 && ` · ${readers.toLocaleString('zh-CN')} 位收到`}
        {link && ` · 打开 ${link}`}
      </p>
      <Problem error={withdraw.error} />
      {state !== 'withdrawn' && (
        <Button look="tinted" className="mt-3" disabled={withdraw.isPending} onClick={() => setIsAsking(true)}>
          撤回
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`撤回「${title}」？`}
          text="不再发给其他读者，收到的也从消息里消失。已经推送、发了邮件的收不回来。"
          confirm="撤回"
          onConfirm={() => {
            setIsAsking(false);
            withdraw.mutate({ id });
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Card>
  );
}
