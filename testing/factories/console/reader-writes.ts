import { randomUUID } from 'node:crypto';
import { userTeen } from '#contract/calls/account';
import { feedbackSubmit } from '#contract/calls/support';
import * as adjusting from '#contract/console/adjusting';
import * as feedback from '#contract/console/feedback';
import * as access from '#contract/console/reader-access';
import * as readers from '#contract/console/readers';
import { newAddress, newPhone, signedIn } from '../readers.ts';
import { type ConsoleBench, type Sample, sample } from './bench.ts';

const reason = '测试';
/** Above the limit of one person. */
const LARGE = 100_000;

/** The writes to readers and their feedback. */
export const READER_WRITES: readonly Sample[] = [
  sample(readers.banReader, async (bench) => ({ payload: { ...(await reader(bench)), until: null } })),
  sample(readers.unbanReader, async (bench) => {
    const payload = await reader(bench);
    await bench.ask(readers.banReader, { ...payload, until: null });
    return { payload };
  }),
  sample(readers.endReaderSessions, async (bench) => ({ payload: await reader(bench) })),
  sample(adjusting.adjustBalance, async (bench) => ({ payload: await adjustment(bench, 10) })),
  sample(adjusting.adjustBalance, async (bench) => ({ payload: await adjustment(bench, LARGE) }), 'request'),
  sample(adjusting.approveAdjustment, async (bench) => ({
    payload: { id: await adjustmentRequest(bench), owed: 0, gone: 0 },
  })),
  sample(adjusting.rejectAdjustment, async (bench) => ({ payload: { id: await adjustmentRequest(bench) } })),
  sample(access.revealPhone, async (bench) => ({ payload: await reader(bench) })),
  sample(access.passwordLink, async (bench) => ({ payload: await reader(bench) })),
  sample(access.teenOff, async (bench) => {
    const { id, token } = await signedIn(bench.site);
    await bench.site.call(userTeen, { on: true, pin: '1234' }, { token });
    return { payload: { id, reason } };
  }),
  sample(access.rebindPhone, async (bench) => ({ payload: { ...(await reader(bench)), telephone: newPhone() } })),
  sample(access.eraseReader, async (bench) => ({ payload: { ...(await reader(bench)), atOnce: false } })),
  sample(access.keepReader, async (bench) => {
    const payload = await reader(bench);
    await bench.ask(access.eraseReader, { ...payload, atOnce: false });
    return { payload: { id: payload.id } };
  }),
  sample(access.exportReader, async (bench) => ({ payload: await reader(bench) })),
  sample(feedback.feedbackReply, async (bench) => ({
    payload: { id: (await complaint(bench)).id, text: '已修好', seen: 0 },
  })),
  sample(feedback.feedbackAssign, async (bench) => ({ payload: { id: (await complaint(bench)).id, mine: true } })),
  sample(feedback.feedbackClose, async (bench) => ({ payload: { id: (await complaint(bench)).id, closed: true } })),
  sample(
    feedback.feedbackAssign,
    async (bench) => {
      const { id } = await complaint(bench);
      await bench.ask(feedback.feedbackAssign, { id, mine: true }, bench.owner);
      return { payload: { id, mine: false } };
    },
    'release',
  ),
  sample(
    feedback.feedbackClose,
    async (bench) => {
      const { id } = await complaint(bench);
      await bench.ask(feedback.feedbackClose, { id, closed: true });
      return { payload: { id, closed: false } };
    },
    'reopen',
  ),
  sample(feedback.feedbackTakedown, async (bench) => ({ payload: await complaint(bench) })),
  sample(feedback.takedownUndo, async (bench) => {
    const { comics, id } = await bench.ask(feedback.feedbackTakedown, await complaint(bench));
    return { payload: { id, entry: comics[0]?.takedown ?? 0 } };
  }),
  sample(feedback.templateSave, ({ word }) => ({ payload: { title: word(), body: '谢谢' } })),
  sample(
    feedback.templateSave,
    async (bench) => ({ payload: { id: await template(bench), title: bench.word(), body: '再谢谢' } }),
    'edit',
  ),
  sample(feedback.templateDelete, async (bench) => ({ payload: { id: await template(bench) } })),
];

/** The id of a new template of replies. */
async function template({ ask, word }: ConsoleBench): Promise<number> {
  await ask(feedback.templateSave, { title: word(), body: '谢谢' });
  return (await ask(feedback.templateList, {})).list.at(-1)?.id ?? 0;
}

/** A new reader with a phone. */
export async function reader({ site }: ConsoleBench) {
  return { id: (await signedIn(site)).id, reason };
}

/** A complaint about a comic. */
export async function complaint({ site, comic }: ConsoleBench) {
  const { id: comicId } = await comic();
  const from = { token: (await signedIn(site)).token, remoteAddress: newAddress() };
  const { data } = await site.call(feedbackSubmit, { type: 5, content: '抄袭了我的作品', about: { comicId } }, from);
  return { id: data?.id ?? 0, comicId };
}

async function adjustment(bench: ConsoleBench, amount: number) {
  return { ...(await reader(bench)), asset: 'coin' as const, amount, key: randomUUID(), owed: 0, gone: 0 };
}

/** The id of a request of another person. */
async function adjustmentRequest(bench: ConsoleBench): Promise<number> {
  const wanted = await adjustment(bench, LARGE);
  await bench.ask(adjusting.adjustBalance, wanted);
  const { list } = await bench.ask(adjusting.adjustmentRequests, {});
  return list.find(({ readerId }) => readerId === wanted.id)?.id ?? 0;
}
