#!/usr/bin/env node
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { installForDeveloping, installForRunning, ROOT, SetUpError } from './install.mjs';
import { exitWith, runInPlace } from './run.mjs';
import { refuseBesideUnit } from './system-unit.mjs';

/**
 * All commands. Those without `program` are commands of the server. `isForDevelopers`: needs the packages of tests;
 * `opensPages`: also needs a browser if possible.
 */
const COMMANDS = {
  start: { summary: '启动', program: 'server/main.ts' },
  import: { summary: '导入漫画' },
  demo: { summary: '去掉演示用的漫画，或再画一次' },
  backup: { summary: '备份数据库、图片与设置' },
  restore: { summary: '把备份恢复到空的地方' },
  alert: { summary: '试发一条告警' },
  doctor: { summary: '检查这个站，说出要处理什么' },
  comics: { summary: '上架、下架、删除、改价、改资料，都能撤回' },
  readers: { summary: '找读者，停用、注销' },
  staff: { summary: '后台的员工：看、重设、停用，第一位所有者的链接' },
  editorial: { summary: '写出、应用首页、横幅、活动、优惠等' },
  feedback: { summary: '看读者的反馈，答复' },
  search: { summary: '看读者搜不到什么、在搜什么，藏起热词' },
  sms: { summary: '看发件箱里的短信，检查短信网关' },
  orders: { summary: '看充值订单，退款' },
  reconcile: { summary: '把渠道的账单与订单逐笔核对' },
  channels: { summary: '看支付渠道，检查它们的密钥' },
  wallet: { summary: '核对账目，看流水与报表，补偿读者' },
  figures: { summary: '看每天、每周的数字' },
  build: { summary: '构建页面', program: 'scripts/build.ts' },
  docs: { summary: '重新生成接口参考与数据库的结构', program: 'scripts/docs.ts', isForDevelopers: true },
  bench: { summary: '基准测试', program: 'testing/bench/main.ts', isForDevelopers: true, opensPages: true },
  fuzz: { summary: '用改坏的文件试导入', program: 'testing/fuzz/importer/main.ts', isForDevelopers: true },
  torture: { summary: '用古怪的请求试接口', program: 'testing/fuzz/main.ts', isForDevelopers: true },
};

const USAGE = ['用法：manyu <命令> [选项]', '', '命令：']
  .concat(Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`))
  .concat('', '某个命令的选项：manyu <命令> --help', '没有装成系统服务时，在项目的文件夹里写 ./manyu。')
  .join('\n');

async function withChromium() {
  try {
    return { ...process.env, CHROMIUM_PATH: await ensureChromium() };
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    console.warn(error.message);
    return process.env;
  }
}

/**
 * The folder in which the command was typed: relative file names start there, although npm and the service's `manyu` change the
 * folder. The service's user may have no access; then relative names are refused.
 */
function typedIn(isByNpm) {
  const folder = (isByNpm ? process.env.INIT_CWD : process.env.MANYU_TYPED_IN) || process.cwd();
  try {
    accessSync(folder, constants.X_OK);
    return { cwd: folder, closed: undefined };
  } catch {
    return { cwd: ROOT, closed: folder };
  }
}

/** npm prints two lines before the output, which would break programs that read it. */
function refuseBanner(name, given, isByNpm) {
  const isData = given.some((word) => ['--csv', '--json', 'export'].includes(word));
  const hasBanner = isByNpm && process.env.npm_config_loglevel !== 'silent';
  if (isData && hasBanner && !process.stdout.isTTY)
    throw new SetUpError(`npm 会在前面写上它自己的两行，给程序读的就坏了。请写：./manyu ${name} ${given.join(' ')}`);
}

await exitWith(async () => {
  const [typed = '', ...rest] = process.argv.slice(2);
  // `manyu help import` is `manyu import --help`.
  const [name, given] = typed === 'help' && rest.length > 0 ? [rest[0], ['--help']] : [typed, rest];
  if (!Object.hasOwn(COMMANDS, name)) {
    const isHelp = ['help', '--help', '-h'].includes(name);
    const mistake = name && !isHelp ? [`没有「${name}」这个命令。`, ''] : [];
    (isHelp ? console.log : console.error)([...mistake, USAGE].join('\n'));
    return isHelp ? 0 : 2;
  }
  const { program, isForDevelopers, opensPages } = COMMANDS[name];
  // False if npm runs another script that runs this one.
  const isByNpm = process.env.npm_lifecycle_event === name;
  const instead = name === 'start' ? 'systemctl start manyu' : `manyu ${name} …`;
  if (!isForDevelopers) refuseBesideUnit(instead, isByNpm);
  if (!program) refuseBanner(name, given, isByNpm);
  const node = await (isForDevelopers ? installForDeveloping() : installForRunning());
  if (program) return runInPlace(node, [program, ...given], opensPages ? { env: await withChromium() } : {});
  const { cwd, closed } = typedIn(isByNpm);
  const env = {
    ...process.env,
    // The default is the project's folder, wherever the command is typed.
    DATA_DIR: process.env.DATA_DIR || join(ROOT, 'data'),
    MANYU_CLOSED_FOLDER: closed,
    npm_lifecycle_event: isByNpm ? name : undefined,
  };
  return runInPlace(node, [join(ROOT, 'server/cli.ts'), name, ...given], { cwd, env });
});
