import { serverError } from '#contract/codes';
import { createSandboxCashier, SANDBOX_ID } from './adapters/channels/sandbox.ts';
import { keepHot } from './adapters/hot-files.ts';
import { createOutbox } from './adapters/sms/outbox.ts';
import { dropsOf } from './app-drops.ts';
import { startAppJobs } from './app-jobs.ts';
import { watchModules } from './app-metrics.ts';
import type { App, AppParts } from './app-parts.ts';
import { watchBackups } from './backup/backup-time.ts';
import { listenForChanges } from './core/changes.ts';
import { createCipher } from './core/cipher.ts';
import { watchDamage } from './core/database-damage.ts';
import { createDispatcher, type Served } from './core/dispatch.ts';
import { createMetrics } from './core/metrics.ts';
import { isMigrated } from './core/migrate.ts';
import { createLocalLimits, createRateLimits } from './core/rate-limit.ts';
import { createSealedAnswers } from './core/sealed-answers.ts';
import { createAnswers } from './core/shared-answers.ts';
import { MIGRATIONS } from './migrations.ts';
import { type AccountPorts, createAccount, gradeOf } from './modules/account/account.ts';
import { accountCalls } from './modules/account/calls.ts';
import { catalogCalls } from './modules/catalog/calls.ts';
import { createCatalog } from './modules/catalog/catalog.ts';
import { editorialCalls } from './modules/editorial/calls.ts';
import { createEditorial } from './modules/editorial/editorial.ts';
import { createFigures } from './modules/figures/figures.ts';
import { readingCalls } from './modules/reading/calls.ts';
import { createReading, type ReadingPorts } from './modules/reading/reading.ts';
import { recommendCalls } from './modules/recommend/calls.ts';
import { createRecommend } from './modules/recommend/recommend.ts';
import { rewardsCalls } from './modules/rewards/calls.ts';
import { createRewards, grantedTwice } from './modules/rewards/rewards.ts';
import { searchCalls } from './modules/search/calls.ts';
import { createSearch } from './modules/search/search.ts';
import { shopCalls, viewChannel } from './modules/shop/calls.ts';
import { createShop } from './modules/shop/shop.ts';
import { supportCalls } from './modules/support/calls.ts';
import { createSupport } from './modules/support/support.ts';
import { confirmTaken, countSales, createWallet, credit, restoreTaken, takeBack } from './modules/wallet/wallet.ts';
import { autoBuyCalls } from './screens/auto-buy.ts';
import { buyingCalls } from './screens/buying.ts';
import { comicCalls } from './screens/comic.ts';
import { homeCalls } from './screens/home.ts';
import { payLogCalls } from './screens/pay-log.ts';
import { createShare } from './screens/share/share.ts';
import { siteCalls, viewConfig } from './screens/site.ts';

/** Connects the modules and lists every call. The only wiring. */
export async function createApp(parts: AppParts): Promise<App> {
  const { pool, log, clock, operatorEvents, disks, channels } = parts;
  const isLive = () => changes.live();
  const [damage, sealed] = [watchDamage(log), createSealedAnswers(isLive, clock)];
  const limits = createRateLimits(parts.shared ? pool : null);
  const editorial = createEditorial(pool, isLive);
  const catalog = createCatalog(pool, isLive, editorial.listsRestricted);
  const siteName = async () => (await editorial.brand()).name;
  const outbox = createOutbox(pool, log, { showsCodes: parts.sms.showsCodes, signature: siteName });
  const senders = parts.sms.gateways.length > 0 ? parts.sms.gateways : [outbox];
  const search = createSearch(pool, editorial, log);
  const wallet = createWallet(pool, log, { withheldFromMerge: grantedTwice });
  const metrics = createMetrics(pool);
  const backups = watchBackups(pool);
  const site = { version: parts.version, editorial, channels: channels.map(viewChannel) };
  // The modules need each other: these functions are called only after all of them exist.
  const accountPorts: AccountPorts = {
    siteName,
    siteConfig: (origin) => viewConfig(site, origin),
    countUnreadUpdates: (caller, now) => reading.library.countUnread(caller, now),
    countUnreadReplies: (readerId) => support.countUnread(readerId),
    countClaimableGifts: (caller, now) => rewards.gifts.countClaimable(caller, now),
    benefitOf: (level) => rewards.benefitOf(level),
    countLibrary: (caller) => reading.library.count(caller),
    balancesOf: wallet.balances,
    // In the order in which the others lock them: orders, the wallet, the library.
    dataOwners: () => [shop.dataOwner, wallet.dataOwner, rewards.dataOwner, reading.dataOwner, ...support.dataOwners],
  };
  const account = await createAccount({
    pool,
    log,
    limits,
    sms: { dailyBudget: parts.sms.dailyBudget, senders, countSms: metrics.countSms },
    ports: accountPorts,
    hashStrength: parts.hashStrength,
  });
  const { expectNews, rewardChapter } = account;
  const figures = createFigures(pool);
  const readingPorts: ReadingPorts = {
    expectNews,
    rewardChapter,
    noteReading: account.teen.noteReading,
    ownedOf: wallet.owned,
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
  const { lockReader, addGrowth, setClaimedGifts } = account;
  const rewards = createRewards(pool, log, {
    settings: editorial.parts,
    lockReader,
    addGrowth,
    setClaimedGifts,
    levelOf: (points) => gradeOf(points).grade.level,
  });
  const shop = createShop({
    pool,
    log,
    channels,
    topUpSettings: () => editorial.parts(),
    ports: {
      lockReader: async (tx, readerId) => (await lockReader(tx, readerId)) !== null,
      addGrowth,
      credit,
      takeBack,
      confirmTaken,
      restoreTaken,
    },
    countNotification: metrics.countNotification,
  });
  const sandbox = channels.some(({ id }) => id === SANDBOX_ID)
    ? createSandboxCashier({ pool, log, settle: (payment, now) => shop.settle(SANDBOX_ID, payment, now) })
    : null;
  const share = createShare(catalog, editorial, clock);
  const files = keepHot(parts.readImage, isLive);
  const drops = dropsOf({ catalog, editorial, files, sealed, search, share });
  const changes = listenForChanges(parts.connection, 'catalog', log, drops);
  await catalog.renewKeys(clock());

  const served: readonly Served[] = [
    ...accountCalls(account, accountPorts),
    ...autoBuyCalls(account, catalog),
    ...siteCalls(site),
    ...editorialCalls(editorial, catalog),
    ...homeCalls({ catalog, editorial, reading, recommend }),
    ...catalogCalls(catalog),
    ...searchCalls(search, catalog),
    ...recommendCalls(recommend, catalog),
    ...comicCalls({ catalog, editorial, reading, account, wallet }),
    ...buyingCalls({ catalog, editorial, reading, account, wallet }),
    ...payLogCalls({ catalog, wallet }),
    ...shopCalls(shop),
    ...rewardsCalls(rewards, wallet),
    ...supportCalls(support),
    ...readingCalls(reading, catalog, readingPorts),
  ];

  const cipher = createCipher(parts.cipher.key, parts.cipher.iv);
  const modules = {
    account,
    backups,
    catalog,
    disks,
    figures,
    reading,
    recommend,
    rewards,
    sandbox,
    search,
    shop,
    support,
    wallet,
  };
  watchModules(metrics, modules);
  const dispatcher = createDispatcher({
    served,
    cipher,
    clock,
    log,
    limits,
    authorise: account.authorise,
    observeFault: damage.see,
    checkAnswers: parts.checkAnswers,
  });
  const answers = createAnswers({
    dispatcher,
    cipher,
    sealed,
    misses: createLocalLimits(),
    observe(path, code, seconds) {
      metrics.observeCall(path, code, seconds);
      if (code === serverError) operatorEvents.record('fault', path);
    },
    observeKept: metrics.observeKept,
  });

  const own = { alerting: parts.alerting, operatorEvents, siteName };
  const jobs = startAppJobs({ ...modules, ...own }, { ...parts, metrics, observeFault: damage.see });

  return {
    dispatcher,
    answers,
    cipher,
    metrics,
    log,
    clock,
    served,
    operatorEvents,
    ready: async () => !damage.isSeen() && (await isMigrated(pool, MIGRATIONS)),
    degraded: () => (disks.low().length > 0 ? 'little room on a disk' : null),
    imageTarget: (path) => catalog.imageTarget(path, clock()),
    files,
    share,
    receiveNotification: (channel, raw) => shop.receive(channel, raw, clock()),
    sandbox,
    brand: editorial.brand,
    isEmpty: catalog.isEmpty,
    runFrequentJobs: () => jobs.runFrequentJobs(clock()),
    reconcile: () => jobs.reconcile(clock()),
    caughtUp: changes.caughtUp,
    sweep: jobs.sweep,
    async close() {
      jobs.stop();
      await reading.close();
      await search.close();
      await changes.close();
    },
  };
}
