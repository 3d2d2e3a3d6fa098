import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import type { DataOf } from '#contract/call';
import { system } from '#contract/console/system';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useAnswer } from '../runtime/queries.ts';
import { AlertsCard } from './alerts-card.tsx';
import { AloneLimitsCard } from './alone-limits-card.tsx';
import { BackupsCard } from './backups-card.tsx';
import { ChecksCard } from './checks-card.tsx';
import { DisksCard } from './disks-card.tsx';
import { ImportsCard } from './imports-card.tsx';
import { JobsCard } from './jobs-card.tsx';
import { MailsCard } from './mails-card.tsx';
import { MessagesCard } from './messages-card.tsx';
import { NEWS } from './news.ts';
import { SettingsCard } from './settings-card.tsx';
import { SmsCard } from './sms/sms-card.tsx';
import { useLookWhileRunning } from './use-task.ts';

type System = DataOf<typeof system>;

const TABS = [
  { to: '/system', title: '检查' },
  { to: '/system/backups', title: '备份' },
  { to: '/system/alerts', title: '告警' },
  { to: '/system/sms', title: '短信' },
  { to: '/system/jobs', title: '任务' },
  { to: '/system/settings', title: '设置' },
];

/** The health of the site. */
export function SystemPage() {
  return (
    <Page title="系统">
      <Tabs label="系统" tabs={TABS} />
      <Routes>
        <Route
          index
          element={
            <OfSystem>
              {({ checks, doctor, disks, sms }) => (
                <>
                  <ChecksCard checks={checks} doctor={doctor} />
                  <DisksCard disks={disks} sms={sms} />
                </>
              )}
            </OfSystem>
          }
        />
        <Route path="backups" element={<OfSystem>{({ backups }) => <BackupsCard backups={backups} />}</OfSystem>} />
        <Route
          path="alerts"
          element={
            <OfSystem>
              {({ alerts, mails }) => (
                <>
                  <AlertsCard alerts={alerts} />
                  <MailsCard mails={mails} />
                </>
              )}
            </OfSystem>
          }
        />
        <Route
          path="sms"
          element={
            <>
              <SmsCard />
              <MessagesCard />
            </>
          }
        />
        <Route
          path="jobs"
          element={
            <OfSystem>
              {({ library, refusedImport, jobs }) => (
                <>
                  <ImportsCard library={library} refused={refusedImport} />
                  <JobsCard jobs={jobs} />
                </>
              )}
            </OfSystem>
          }
        />
        <Route
          path="settings"
          element={
            <>
              <AloneLimitsCard />
              <OfSystem>
                {({ settings, version }) => (
                  <>
                    {settings && <SettingsCard settings={settings} />}
                    <VersionCard version={version} />
                  </>
                )}
              </OfSystem>
            </>
          }
        />
      </Routes>
    </Page>
  );
}

/** A part of the answer that most tabs share. */
function OfSystem({ children }: { children(data: System): ReactNode }) {
  const query = useAnswer(system, {});
  const { doctor, backups } = query.data ?? {};
  useLookWhileRunning(doctor?.state === 'running' || backups?.task?.state === 'running');
  return <Loaded query={query}>{children}</Loaded>;
}

function VersionCard({ version }: { version: string }) {
  return (
    <Card title={`版本 ${version}`}>
      {NEWS.map((release) => (
        <div key={release.version}>
          <h3 className="text-sm text-soft">{release.version} 有什么新的</h3>
          <ul className="mt-1 list-disc pl-5">
            {release.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </div>
      ))}
    </Card>
  );
}
