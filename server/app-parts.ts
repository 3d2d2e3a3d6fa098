import type { ImageStorage } from './adapters/image-storage.ts';
import type { SmsSettings } from './adapters/sms/senders.ts';
import type { RunParts } from './core/module/run-modules.ts';
import type { AccountParts } from './modules/account/account.ts';
import type { MailSender, PushSender } from './modules/notices/notices.ts';
import type { ChannelSource } from './modules/shop/shop.ts';
import type { StaffSettings } from './modules/staff/staff.ts';
import type { SupportPorts } from './modules/support/support.ts';
import type { UploadParts } from './modules/uploads/uploads.ts';
import type { Alerting } from './operator/alerts/alerts.ts';
import type { SystemOptions } from './operator/console/system.ts';
import type { DiskWatch } from './operator/disk/disk-watch.ts';
import type { ChangingParts } from './pages/console/comics/changing.ts';
import type { DrawingParts } from './pages/console/drawing.ts';
import type { CheckChannel } from './pages/console/money/channels.ts';

/** The parts that the app gets when it is created: connections, settings, and adapters of outside services. */
export type AppParts = Pick<
  RunParts,
  'pool' | 'connection' | 'clock' | 'log' | 'operatorEvents' | 'checkAnswers' | 'jobsWithoutTimer'
> &
  Pick<ChangingParts, 'withCopier' | 'drawPictures'> & {
    /** The pictures of the site. */
    storage: ImageStorage;
    cipher: { key: Buffer; iv: Buffer };
    /** Re-encodes an uploaded picture; null if it can't be used. */
    redraw: SupportPorts['redraw'];
    version: string;
    /** Several app nodes share the database: limits are counted there. */
    shared: boolean;
    sms: SmsSettings;
    staff: StaffSettings;
    /** Sends Web Push; null = not. */
    push: PushSender | null;
    /** Sends mails to readers; null = not. */
    openMail(): Promise<MailSender | null>;
    /** How readers pay; may include the sandbox, which takes no money. */
    channels: ChannelSource;
    disks: DiskWatch;
    /** Where uploads of staff are kept, and how their import is started. */
    uploading: Omit<UploadParts, 'pool'>;
    /** The receivers of alerts; null = none. */
    readAlerting(): Promise<Alerting | null>;
    /** Checks a payment channel; default: nothing to check. */
    checkChannel?: CheckChannel;
    /** How the console draws pages of the site with unsaved changes. */
    drawing: DrawingParts;
    /** The parts that the doctor examines, and the start of longer work. */
    system: SystemOptions;
    /** Default: the recommended strength. */
    hashStrength?: AccountParts['hashStrength'];
  };
