/** The changes of each version, the newest first. */
export const NEWS: readonly { version: string; items: readonly string[] }[] = [
  {
    version: '0.1.0',
    items: [
      '后台：在浏览器里管理网站，命令照旧可用',
      '总览：要处理的事、开业清单、今天与上周同一时刻的比较',
      '系统：检查、备份、试验告警都可以在后台开始，做到哪里看得到',
    ],
  },
];
