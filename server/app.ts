import type { StaffCall } from '#contract/console/staff-call';
import { createSandboxCashier, SANDBOX_ID, sandboxModule } from './adapters/channels/sandbox.ts';
import { keepHot } from './adapters/hot-files.ts';
import { createSenders } from './adapters/sms/senders.ts';
import type { AppParts } from './app-parts.ts';
import { isMigrated } from './core/db/migrate.ts';
import { createCipher } from './core/dispatch/cipher.ts';
import type { StaffCaller } from './core/dispatch/ctx.ts';
import { createJobRuns } from './core/jobs/job-runs.ts';
import { createRateLimits } from './core/limits/rate-limit.ts';
import { createMetrics } from './core/log/metrics.ts';
import type { Module } from './core/module/module.ts';
import { runModules } from './core/module/run-modules.ts';
import { MIGRATIONS } from './migrations.ts';
import { type AccountPorts, createAccount, gradeOf } from './modules/account/account.ts';
import { accountModule } from './modules/account/module.ts';
import { auditModule } from './modules/audit/module.ts';
import { contentNames, createCatalog } from './modules/catalog/catalog.ts';
import { catalogModule } from './modules/catalog/module.ts';
import { createCommunity } from './modules/community/community.ts';
import { createEditorial } from './modules/editorial/editorial.ts';
import { editorialModule } from './modules/editorial/module.ts';
import { createFigures } from './modules/figures/figures.ts';
import { figuresModule } from './modules/figures/module.ts';
import { createMembership, ORDER_PASS_FUNCTIONS } from './modules/membership/membership.ts';
import { membershipModule } from './modules/membership/module.ts';
import { noticesModule } from './modules/notices/module.ts';
import { createNotices } from './modules/notices/notices.ts';
import { operationsModule } from './modules/operations/module.ts';
import { readingModule } from './modules/reading/module.ts';
import { createReading, type ReadingPorts } from './modules/reading/reading.ts';
import { recommendModule } from './modules/recommend/module.ts';
import { createRecommend } from './modules/recommend/recommend.ts';
import { rewardsModule } from './modules/rewards/module.ts';
import { createRewards, keysGrantedToBoth } from './modules/rewards/rewards.ts';
import { searchModule } from './modules/search/module.ts';
import { createSearch } from './modules/search/search.ts';
import { shopModule } from './modules/shop/module.ts';
import { createShop, type RawNotification, viewOffered } from './modules/shop/shop.ts';
import { staffModule } from './modules/staff/module.ts';
import { createStaff } from './modules/staff/staff.ts';
import { supportModule } from './modules/support/module.ts';
import { createSupport } from './modules/support/support.ts';
import { uploadsModule } from './modules/uploads/module.ts';
import { createUploads } from './modules/uploads/uploads.ts';
import { walletModule } from './modules/wallet/module.ts';
import { countSales, createWallet, ORDER_WALLET_FUNCTIONS } from './modules/wallet/wallet.ts';
import { alertsModule } from './operator/alerts/module.ts';
import { backupModule } from './operator/backup/module.ts';
import { createSystem } from './operator/console/system.ts';
import { diskModule } from './operator/disk/module.ts';
import { editorialConsoleModule } from './operator/editorial-file/console/module.ts';
import { createChapterFinder } from './pages/chapter-finder.ts';
import { createAuthorCheck } from './pages/console/author-check.ts';
import { consoleComicsModule } from './pages/console/comics/module.ts';
import { drawingModule } from './pages/console/drawing.ts';
import { keepToday } from './pages/console/today.ts';
import { screensModule } from './pages/module.ts';
import { noticePorts } from './pages/notices.ts';
import { createShare } from './pages/share/share.ts';
import { viewConfig } from './pages/site.ts';

export type App = Awaited<ReturnType<typeof createApp>>;

/** Creates the modules, connects them and runs them. */
export async function createApp(parts: AppParts) {
  const { pool, log, clock, channels, disks } = parts;
  const metrics = createMetrics(pool);
  const limits = createRateLimits(parts.shared ? pool : null);
  const isLive = () => running.isLive();

  const editorial = createEditorial(pool, isLive);
  const siteName = async () => (await editorial.brand()).name;
  const catalog = createCatalog(pool, isLive, editorial.listsRestricted);
  const search = createSearch(pool, editorial, log);
  const wallet = createWallet(pool, log, { withheldFromMerge: keysGrantedToBoth });
  const membership = createMembership(pool, log);
  const figures = createFigures(pool);
  const notices = createNotices(parts, noticePorts({ editorial, catalog, wallet, membership }));
  const areCodesOpen = () => rewards.redeeming.isOpen(clock());
  const site = { version: parts.version, editorial, channels: () => viewOffered(channels.now()), areCodesOpen };
  // The modules need each other: these functions are called only after all of them exist.
  const accountPorts: AccountPorts = {
    siteName,
    siteConfig: (origin) => viewConfig(site, origin),
    countUnreadUpdates: (caller, now) => reading.library.countUnread(caller, now),
    countUnreadReplies: (readerId) => support.countUnread(readerId),
    countUnreadNotices: notices.countUnread,
    countClaimableGifts: (caller, now) => rewards.gifts.countClaimable(caller, now),
    benefitOf: (level) => rewards.benefitOf(level),
    countLibrary: (caller) => reading.library.count(caller),
    balancesOf: wallet.balances,
    passUntil: membership.passUntil,
    dataOwners: () => modules.flatMap(({ dataOwners = [] }) => dataOwners),
  };
  const account = await createAccount({
    pool,
    log,
    limits,
    sms: { now: createSenders(pool, parts, siteName), countSms: metrics.countSms },
    ports: accountPorts,
    hashStrength: parts.hashStrength,
  });
  const { expectNews, rewardChapter, lockReader, addGrowth, setClaimedGifts } = account;
  const readingPorts: ReadingPorts = {
    expectNews,
    rewardChapter,
    noteReading: account.teen.noteReading,
    ownedOf: wallet.owned,
    priceToRead: createChapterFinder({ catalog, editorial, wallet, membership }).priceToRead,
    salesByComic: countSales,
    totalledUpTo: figures.totalledUpTo,
  };
  const reading = createReading(pool, catalog, log, readingPorts);
  const recommend = createRecommend(pool, catalog, {
    knownOf: reading.library.known,
    countTastes: reading.tastes.count,
    listTastes: reading.tastes.list,
  });
  const support = createSupport(pool, limits, {
    expectNews,
    hasQuestion: editorial.hasQuestion,
    redraw: parts.redraw,
    acceptProof: (proof, now) => account.proofs.accept('feedback', proof, now),
  });
  const rewards = createRewards(
    pool,
    log,
    {
      settings: editorial.parts,
      lockReader,
      addGrowth,
      setClaimedGifts,
      levelOf: (points) => gradeOf(points).grade.level,
      acceptProof: (proof, now) => account.proofs.accept('redeem', proof, now),
    },
    { limits, live: isLive },
  );
  const shop = createShop({
    pool,
    log,
    channels: channels.now,
    topUpSettings: () => editorial.parts(),
    countPassComics: catalog.countWithPass,
    ports: {
      ...ORDER_WALLET_FUNCTIONS,
      ...ORDER_PASS_FUNCTIONS,
      lockReader: async (tx, readerId) => (await lockReader(tx, readerId)) !== null,
      addGrowth,
    },
    countNotification: metrics.countNotification,
  });
  const sandbox = channels.now().some(({ id }) => id === SANDBOX_ID)
    ? createSandboxCashier({ pool, log, settle: (payment, now) => shop.settle(SANDBOX_ID, payment, now) })
    : null;
  const community = createCommunity(pool);
  const share = createShare({ catalog, editorial, community, areCodesOpen }, clock);
  const files = keepHot(parts.storage.readStored, isLive);

  const staff = createStaff(pool, { ...parts.staff, hashing: account.hashing, siteName });
  const uploads = createUploads({ ...parts.uploading, pool });
  const jobRuns = createJobRuns();
  const system = createSystem({
    pool,
    clock,
    disks,
    siteName,
    version: parts.version,
    smsBudget: account.smsBudget,
    reload: { sms: parts.sms.reload, channels: channels.reload },
    jobs: () => running.jobs,
    ...parts.system,
  });
  const sources = { account, catalog, community, editorial, membership, reading, recommend, shop, wallet };

  // Data of a reader is merged and erased in this order. Other transactions lock orders before the wallet, and the wallet
  // before the library.
  const modules: readonly Module[] = [
    accountModule(account, accountPorts),
    editorialModule(editorial, catalog),
    editorialConsoleModule(pool, parts.storage, site.channels),
    catalogModule(catalog),
    searchModule(search, catalog),
    recommendModule(recommend, catalog),
    figuresModule(figures),
    shopModule(shop),
    walletModule(wallet),
    membershipModule(membership),
    rewardsModule(rewards, wallet),
    readingModule(reading, catalog, readingPorts),
    { dataOwners: [community.dataOwner] },
    supportModule(support),
    noticesModule(notices),
    staffModule(pool, staff, { siteName, contentNames }),
    auditModule(pool),
    uploadsModule(pool, uploads),
    screensModule({
      ...sources,
      pool,
      site,
      share,
      rewards,
      today: keepToday(pool, clock),
      smsBudget: account.smsBudget,
      examine: system.examine,
      checkChannel: parts.checkChannel ?? (async () => null),
    }),
    drawingModule(parts.drawing, sources, (draft) => editorialModule(draft, catalog).calls ?? []),
    consoleComicsModule(parts, catalog, uploads),
    { cacheTopics: { files: files.drop } },
    diskModule(disks),
    backupModule(pool),
    operationsModule(pool, { ...parts, jobRuns }),
    { consoleCalls: system.calls, jobs: system.ownJobs, cacheTopics: system.cacheTopics },
    alertsModule(parts.readAlerting, { pool, log, disks, siteName, smsBudget: account.smsBudget }),
    ...(sandbox ? [sandboxModule(sandbox)] : []),
  ];

  await catalog.renewKeys(clock());
  const cipher = createCipher(parts.cipher.key, parts.cipher.iv);
  const running = runModules(modules, {
    ...parts,
    cipher,
    limits,
    metrics,
    jobRuns,
    authorise: account.authorise,
    authoriseStaff: (token, ctx, call) => staff.authorise(token, ctx, call as StaffCall),
    checkAuthorScope: createAuthorCheck(pool),
  });

  return {
    ...running,
    cipher,
    metrics,
    log,
    clock,
    operatorEvents: parts.operatorEvents,
    ready: async () => !running.isDamaged() && (await isMigrated(pool, MIGRATIONS)),
    /** Why the site is impaired although it serves readers; null if it is not. */
    degraded: () => (disks.low().length > 0 ? 'little room on a disk' : null),
    imageTarget: (path: string) => catalog.imageTarget(path, clock()),
    files,
    share,
    /** Handles a notification from a payment channel; null if there is no such channel. */
    receiveNotification: (channel: string, raw: RawNotification) => shop.receive(channel, raw, clock()),
    receiveChunk: (caller: StaffCaller, fileId: string, offset: number, chunk: Buffer) =>
      uploads.receive(caller, fileId, offset, chunk, clock()),
    /** The member of staff with this token, who must be allowed to make the call; null if there is none. */
    authoriseStaff: (token: string, call: StaffCall) => staff.authorise(token, { now: clock() }, call),
    mailLinks: notices.mails,
    /** The page where orders of the sandbox are paid; null if the sandbox is off. */
    sandbox,
    brand: editorial.brand,
    isEmpty: catalog.isEmpty,
    runJob: (name: string) => running.runJob(name, clock()),
    /** Runs the jobs that run at least every minute now. */
    runFrequentJobs: () => running.runFrequentJobs(clock()),
  };
}
