import { system } from '#contract/console/system';
import { Card, Loaded, Page } from '../parts/page.tsx';
import { useAnswer } from '../runtime/queries.ts';
import { AlertsCard } from './alerts-card.tsx';
import { AloneLimitsCard } from './alone-limits-card.tsx';
import { BackupsCard } from './backups-card.tsx';
import { ChecksCard } from './checks-card.tsx';
import { DisksCard } from './disks-card.tsx';
import { ImportsCard } from './imports-card.tsx';
import { JobsCard } from './jobs-card.tsx';
import { MessagesCard } from './messages-card.tsx';
import { NEWS } from './news.ts';
import { SettingsCard } from './settings-card.tsx';
import { SmsCard } from './sms/sms-card.tsx';
import { useLookWhileRunning } from './use-task.ts';

/** The health of the site. */
export function SystemPage() {
  const query = useAnswer(system, {});
  const { doctor, backups } = query.data ?? {};
  useLookWhileRunning(doctor?.state === 'running' || backups?.task?.state === 'running');
  return (
    <Page title="系统">
      <Loaded query={query}>
        {(data) => (
          <>
            <ChecksCard checks={data.checks} doctor={data.doctor} />
            <BackupsCard backups={data.backups} />
            <DisksCard disks={data.disks} sms={data.sms} />
            <AlertsCard alerts={data.alerts} />
            <SmsCard />
            <AloneLimitsCard />
            <ImportsCard library={data.library} refused={data.refusedImport} />
            <JobsCard jobs={data.jobs} />
            <MessagesCard />
            {data.settings && <SettingsCard settings={data.settings} />}
            <Card title={`版本 ${data.version}`}>
              {NEWS.map(({ version, items }) => (
                <div key={version}>
                  <h3 className="text-sm text-soft">{version} 有什么新的</h3>
                  <ul className="mt-1 list-disc pl-5">
                    {items.map((item) => (
                      <li key={item}>{item}</li>
                    ))}
                  </ul>
                </div>
              ))}
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}
