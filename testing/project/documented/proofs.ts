/** How a documented command is tested. */
export type Proof =
  /** The file that runs this command. */
  | { by: string }
  /** A requirement that tests don't have. */
  | { needs: string }
  /** Run in the order of the documents. `as`: the line with real values. */
  | { as?: string; until?: RegExp; code?: number; says?: RegExp };

const STARTED = /漫屿已启动：/;
const SERVICE = { by: 'testing/project/deploy.test.ts' };
const DOCKER = { by: 'testing/container/container.test.ts' };
const HOST = { needs: 'a machine of one’s own with systemd' };

/** The real values for placeholders of the documents. */
export type MadeData = { reader: number; feedback: number; orders: readonly string[]; change: () => number };

/** The commands for a running site, with their tests. */
export function proofsOf({ reader, feedback, orders, change }: MadeData): Record<string, Proof> {
  const of = (line: string) => line.replace(' 12', ` ${reader}`);
  const [shown = '', whole = '', part = '', kept = ''] = orders;
  const refund = (order: string, rest: string) => ({ as: `manyu orders refund ${order} ${rest} --yes` });
  const entry = (line: string) => [line, { as: of(line) }] as const;
  const sure = (line: string, plain = line) => [line, { as: `${plain} --yes` }] as const;
  const plain = (...lines: string[]) => lines.map((line) => [line, {}] as const);
  return Object.fromEntries<Proof>([
    ['npm start', { until: STARTED }],
    ['HOST=0.0.0.0 npm start', { until: STARTED }],
    ['npm start -- --no-demo', { until: STARTED }],
    ['LIBRARY_DIR=/srv/comics:/mnt/more npm start', { until: STARTED }],
    ['PUBLIC_URL=https://manga.example.com TRUST_PROXY=127.0.0.1 npm start', { until: STARTED }],
    ['DATABASE_URL=postgres://manyu:secret@db.example.com/manyu npm start', { by: 'server/start/starting.test.ts' }],
    ['npm test', { by: '.ci/run' }],
    ['npm run check', { by: 'scripts/commands.test.ts' }],
    ['npm run fuzz -- importer', { by: 'testing/fuzz/importer/fuzz.test.ts' }],
    ['npm run torture', { by: 'testing/fuzz/torture.test.ts' }],
    ['npm run drills', { needs: 'hours: it is what runs this' }],
    ['npm run journeys', { needs: 'WebKit and Firefox' }],
    ['npm run mutants', { by: 'testing/mutants/mutants.test.ts' }],
    ['npm run docs', { by: 'testing/project/api-reference.test.ts' }],
    ['npm run bench', { by: 'testing/bench/bench.test.ts' }],
    ['npm run bench -- scale', { by: 'testing/bench/bench.test.ts' }],

    ...plain(
      './manyu import ~/漫画',
      './manyu import "某某漫画 第01话.cbz" "某某漫画 第02话.cbz"',
      './manyu import ~/漫画/某某漫画 --status complete --genres 奇幻,冒险',
      './manyu import ~/漫画/某某漫画 --price 30 --free-first 3',
      './manyu import ~/漫画 --dry-run',
      './manyu import --verify',
      'manyu import --verify',
      'manyu import /srv/新漫画 --dry-run',
      'manyu import /srv/新漫画',
      './manyu import --help',
      './manyu import ~/comics',
      './manyu import ~/comics/Some-Series --status complete --genres 奇幻,冒险',
      './manyu import ~/comics/Some-Series --price 30 --free-first 3',
    ),
    ['./manyu import --watch ~/新漫画', { until: /正在监视/ }],
    ['./manyu import --watch ~/new-comics', { until: /正在监视/ }],
    ['manyu import --watch /srv/新漫画', { until: /正在监视/ }],

    ...plain(
      'manyu sms',
      'manyu sms list',
      'manyu sms list 13800138000',
      'manyu search misses --days 7',
      'manyu search hot',
      'manyu search hide 某个词',
      'manyu feedback',
      'manyu feedback list --open',
      'manyu feedback questions',
      'manyu wallet check',
      'manyu wallet report 2026-11',
      'manyu orders',
      'manyu figures day',
      'manyu figures day today',
      'manyu figures month',
      'manyu figures week',
      'manyu figures week --csv > w.csv',
      'manyu comics list 某某',
      'manyu comics show 某某漫画 1-8',
      'manyu comics log',
      'manyu editorial export site.yaml',
      'manyu editorial apply site.yaml --dry-run',
      'manyu editorial apply site.yaml',
    ),
    ['manyu staff list', {}],
    ...['reset 林老板', 'end-sessions 林老板', 'disable 小周', 'log 小周', 'check-log'].map(
      (words) => [`manyu staff ${words}`, { by: 'server/modules/staff/manage-people.test.ts' }] as const,
    ),
    ['manyu sms --follow', { until: /./ }],
    ['manyu sms show 42', { code: 1 }],
    ['manyu sms check', {}],
    ['manyu sms check 13800138000', {}],
    ['manyu reconcile', { code: 1, says: /没有配置支付渠道/ }],
    ['manyu doctor', { says: /账目：相符/ }],
    ['manyu doctor --json', { says: /"findings"/ }],
    // There are no receivers yet.
    ['manyu alert test', { code: 1 }],

    ['manyu readers find 某人', { as: `manyu readers find ${reader}` }],
    entry('manyu readers show 12'),
    ...[
      'ban 12 --reason "刷屏"',
      'unban 12',
      'end-sessions 12',
      'phone 12 13900000000 --reason "手机丢了，已核实"',
      'teen-off 12 --reason "家长忘了密码，已核实"',
      'reset-password 12 --reason "核实过用户名与最近读的漫画"',
      'erase 12 --reason "来信要求"',
      'keep 12',
    ]
      .map((words) => `manyu readers ${words}`)
      .map((line) => sure(line, of(line))),
    ['manyu feedback show 12', { as: `manyu feedback show ${feedback}` }],
    ['manyu feedback pictures 12 图片', { by: 'server/modules/support/pictures.test.ts' }],
    ['manyu feedback take 12', { as: `manyu feedback take ${feedback}` }],
    ['manyu feedback close 12', { as: `manyu feedback close ${feedback}` }],
    ['manyu feedback reply 12 "已经修好"', { as: `manyu feedback reply ${feedback} "已经修好"` }],
    ['manyu wallet statement <读者>', { as: `manyu wallet statement ${reader}` }],
    [
      'manyu wallet pass <读者> --days 30 --reason "打不开"',
      { as: `manyu wallet pass ${reader} --days 30 --reason "打不开"` },
    ],
    [
      'manyu wallet adjust <读者> --bonus 100 --reason "打不开"',
      { as: `manyu wallet adjust ${reader} --bonus 100 --reason "打不开"` },
    ],
    ['manyu orders show <订单号>', { as: `manyu orders show ${shown}` }],
    [
      'manyu orders refund <订单号> --coins-back --reason "读者要求"',
      refund(whole, '--coins-back --reason "读者要求"'),
    ],
    [
      'manyu orders refund <订单号> --coins-back --partial 3.00 --reason …',
      refund(part, '--coins-back --partial 3.00 --reason …'),
    ],
    ['manyu orders refund <订单号> --keep --reason …', refund(kept, '--keep --reason …')],

    ...[
      'offline 某某漫画 --reason "投诉 12"',
      'online 某某漫画 3,5-7',
      'delete 某某漫画 3',
      'edit 某某漫画 --description "新的简介"',
      'price 某某漫画 --coins 30 --free-first 5',
      'price 某某漫画 12 --coins default',
      'publish-at 某某漫画 20 2026-12-24T20:00',
      'move 某某漫画 12 12.5',
    ].map((words) => sure(`manyu comics ${words}`)),
    [
      'manyu comics edit 某某漫画 --title "新的书名"',
      { by: 'server/operator/commands/comics/comics-title-cover.test.ts' },
    ],
    [
      'manyu comics edit 某某漫画 --cover 封面.png',
      { by: 'server/operator/commands/comics/comics-title-cover.test.ts' },
    ],
    ['manyu comics redraw-thumbs 某某漫画', { by: 'server/operator/commands/comics/redraw-thumbs.test.ts' }],
    ['manyu comics merge 旧的漫画 某某漫画', { by: 'server/operator/commands/comics/comics-merge.test.ts' }],
    ['manyu comics merge 旧的漫画 某某漫画 --dry-run', { by: 'server/operator/commands/comics/comics-merge.test.ts' }],
    [
      'manyu comics undo 57',
      {
        get as() {
          return `manyu comics undo ${change()} --yes`;
        },
      },
    ],

    ...plain(
      'manyu backup /backup/manyu',
      'manyu backup /backup/manyu --keep 7d,4w,6m',
      'manyu backup /backup/manyu --verify',
      'DATA_DIR=/srv/new manyu restore /backup/manyu',
    ),
    [
      'DATABASE_URL=postgres://manyu:secret@db/manyu DATA_DIR=/srv/manyu2/data manyu restore /backup/manyu',
      { by: 'server/operator/backup/restored-equal.test.ts' },
    ],
    ['git pull', { needs: 'a newer version' }],
    ...plain(
      'mv data data-new && mkdir data',
      'mv data-new/store data/ && touch data/store/.restoring',
      'node scripts/manyu.mjs restore data-new/before-upgrade',
    ),
    ...[
      'mv /var/lib/manyu /var/lib/manyu-new && install -d -m 0750 -o manyu -g manyu /var/lib/manyu',
      'mv /var/lib/manyu-new/store /var/lib/manyu/ && runuser -u manyu -- touch /var/lib/manyu/store/.restoring',
      'mv /var/lib/manyu-new/*.yaml /var/lib/manyu/',
      'manyu restore /var/lib/manyu-new/before-upgrade',
    ].map((line) => [line, { by: 'server/start/rollback.test.ts' }] as const),
    ['git checkout <旧版>', { needs: 'an older version' }],
    ['runuser -u manyu -- git -C /srv/manyu checkout <旧版> && sh /srv/manyu/deploy/set-up.sh', HOST],
    ['systemctl stop manyu manyu-backup.timer', HOST],
    ['systemctl start manyu manyu-backup.timer', HOST],
    ['mv data-new/*.yaml data/', { as: 'touch data-new/note.yaml && mv data-new/*.yaml data/' }],

    ['sh /srv/manyu/deploy/set-up.sh', SERVICE],
    ['editor /etc/manyu/manyu.env', HOST],
    ['systemctl enable --now manyu manyu-backup.timer', HOST],
    ['systemctl enable --now manyu-backup.timer', HOST],
    ['systemctl start manyu-backup', HOST],
    ['journalctl -u manyu -f', HOST],
    ['runuser -u manyu -- git -C /srv/manyu pull && sh /srv/manyu/deploy/set-up.sh && systemctl restart manyu', HOST],
    ['usermod -aG manyu www-data && systemctl restart nginx', HOST],
    ['docker compose up -d --build', DOCKER],
    ['docker compose logs -f manyu', DOCKER],
    ['docker compose exec manyu manyu import /library --dry-run', DOCKER],
    ['docker compose exec manyu manyu backup /data/backups --keep 7d,4w,6m', DOCKER],
    ['docker build -t manyu .', DOCKER],
    [
      'docker run -d --name manyu --init --read-only --tmpfs /tmp --stop-timeout 60 -v manyu-data:/data -p 127.0.0.1:3000:3000 manyu',
      DOCKER,
    ],
    ['mkdir -p library', DOCKER],
    [
      "printf 'DATABASE_PASSWORD=%s\\nAPI_KEY=%s\\nAPI_IV=%s\\nPUBLIC_URL=\\n' $(openssl rand -hex 16) $(openssl rand -hex 8) $(openssl rand -hex 8) > .env",
      {},
    ],
  ]);
}
