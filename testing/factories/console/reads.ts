import { feedbackSubmit, pictureUpload } from '#contract/calls/support';
import * as adjusting from '#contract/console/adjusting';
import { aloneLimits } from '#contract/console/alone-limits';
import * as announcements from '#contract/console/announcements';
import * as authors from '#contract/console/authors';
import { channelSettings } from '#contract/console/channel-settings';
import * as channels from '#contract/console/channels';
import { chapterList } from '#contract/console/chapters';
import * as comics from '#contract/console/comics';
import * as history from '#contract/console/comics-history';
import { mergePreview } from '#contract/console/comics-merge';
import * as editorial from '#contract/console/editorial';
import * as feedback from '#contract/console/feedback';
import * as figures from '#contract/console/figures';
import { oidcOffer } from '#contract/console/oidc';
import { overview } from '#contract/console/overview';
import { chapterPages } from '#contract/console/pages';
import { passkeys } from '#contract/console/passkeys';
import * as readers from '#contract/console/readers';
import * as session from '#contract/console/session';
import { smsSettings } from '#contract/console/sms';
import * as staff from '#contract/console/staff';
import { system } from '#contract/console/system';
import * as upload from '#contract/console/upload';
import { shanghaiDay } from '../../../server/core/time/shanghai-day.ts';
import { picture } from '../../sources/comic-sources.ts';
import { newAddress, signedIn } from '../readers.ts';
import { type Sample, sample } from './bench.ts';
import { uploaded } from './comic-writes.ts';
import { complaint, reader } from './reader-writes.ts';
import { ANNOUNCEMENT, hotWords, opened } from './site-writes.ts';

const TODAY = shanghaiDay(new Date());
const SPAN = { from: TODAY, to: TODAY };
const nothing = () => ({ payload: {} });

/** The calls that change nothing, without those about money. */
export const READS: readonly Sample[] = [
  sample(session.openLink, async ({ ask, word }) => ({
    payload: { token: (await ask(staff.invite, { name: word(), role: 'viewer' })).token },
    by: { id: 0 },
  })),
  ...[session.me, session.sessions, session.keys, passkeys, oidcOffer, overview].map((call) => sample(call, nothing)),
  ...[editorial.partList, editorial.calendar, editorial.firstSale].map((call) => sample(call, nothing)),
  sample(editorial.part, () => ({ payload: { name: 'home' as const } })),
  sample(editorial.previewPart, async (bench) => ({ payload: await hotWords(bench) })),
  sample(editorial.drawPart, async (bench) => {
    const { value } = await opened(bench, 'home');
    return { payload: { name: 'home' as const, value, at: new Date().toISOString() } };
  }),
  sample(editorial.partHistory, () => ({ payload: { name: 'hot' as const } })),
  sample(editorial.partVersion, async (bench) => {
    const { entryId } = await bench.ask(editorial.savePart, await hotWords(bench));
    return { payload: { name: 'hot' as const, entryId: entryId ?? 0 } };
  }),
  sample(editorial.comicNames, () => ({ payload: { word: '漫' } })),
  sample(editorial.showPicture, async ({ ask }) => {
    const image = (await picture(1, 1600, 400)).toString('base64');
    return { payload: await ask(editorial.addPicture, { use: 'picture', image }) };
  }),
  sample(announcements.announcementList, nothing),
  sample(announcements.announcementPreview, () => ({ payload: ANNOUNCEMENT })),
  ...[staff.people, staff.auditList, staff.auditCheck].map((call) => sample(call, nothing)),
  sample(staff.staffKeys, ({ second }) => ({ payload: { id: second.id } })),
  sample(comics.comicList, nothing),
  sample(comics.comicGenres, nothing),
  sample(comics.comicGet, async ({ comic }) => ({ payload: { id: (await comic()).id } })),
  sample(authors.comicAuthors, async ({ comic }) => ({ payload: { id: (await comic()).id } })),
  sample(authors.authorComics, async ({ person }) => ({ payload: { id: (await person('author')).id } })),
  sample(chapterList, async ({ comic }) => ({ payload: { id: (await comic()).id } })),
  sample(chapterPages, async ({ comic }) => ({ payload: { chapterId: (await comic()).one } })),
  sample(history.comicHistory, async ({ comic }) => ({ payload: { id: (await comic()).id } })),
  sample(history.comicPrices, async ({ comic }) => ({
    payload: { id: (await comic()).id, at: new Date().toISOString() },
  })),
  sample(mergePreview, async ({ comic }) => ({ payload: { id: (await comic()).id, into: (await comic()).id } })),
  sample(readers.findReaders, async ({ site }) => ({ payload: { q: (await signedIn(site)).phone } })),
  sample(readers.viewReader, async (bench) => ({ payload: await reader(bench) })),
  sample(readers.timeline, async (bench) => ({ payload: await reader(bench) })),
  sample(adjusting.previewAdjustment, async (bench) => ({
    payload: { ...(await reader(bench)), asset: 'coin' as const, amount: 10 },
  })),
  sample(adjusting.adjustmentRequests, nothing),
  sample(aloneLimits, nothing),
  sample(channels.channelList, nothing),
  sample(channels.channelCheck, ({ gateway }) => ({ payload: { channel: gateway.channel.id } })),
  sample(channelSettings, nothing),
  sample(upload.uploads, nothing),
  sample(upload.viewUpload, async (bench) => ({ payload: { id: await uploaded(bench) } })),
  sample(figures.figures, () => ({ payload: SPAN })),
  sample(figures.comicFigures, async ({ comic }) => ({ payload: { id: (await comic()).id, ...SPAN } })),
  sample(system, nothing),
  sample(smsSettings, nothing),
  sample(feedback.feedbackList, nothing),
  sample(feedback.templateList, nothing),
  sample(feedback.feedbackView, async (bench) => ({ payload: await complaint(bench) })),
  sample(feedback.feedbackPicture, async ({ site }) => {
    const from = { token: (await signedIn(site)).token, remoteAddress: newAddress() };
    const image = (await picture(1)).toString('base64');
    const id = (await site.call(pictureUpload, { image }, from)).data?.id ?? 0;
    await site.call(feedbackSubmit, { type: 2, content: '看图', pictures: [id] }, from);
    return { payload: { id } };
  }),
];
