import type { DataOf } from '#contract/call';
import type { overview, Step } from '#contract/console/overview';
import { Card } from '../parts/page.tsx';
import { PageLink } from '../parts/page-link.tsx';

type Steps = NonNullable<DataOf<typeof overview>['checklist']>;

/** `page`: the page of the console; `how`: another place, or the instruction. */
const STEPS: Readonly<Record<Step, { title: string; how: string; page: string | null }>> = {
  factor: { title: '二次验证', how: '登录时要验证器上的验证码', page: '/account' },
  import: { title: '导入漫画', how: '上传压缩包，或在服务器上运行 manyu import <文件夹>', page: '/upload' },
  price: { title: '定价', how: '点开一部漫画，写「每话价格」，例如前三话免费，之后每话 20 漫币', page: '/comics' },
  channel: {
    title: '支付渠道',
    how: '试单用自带的沙箱就行；收真钱要在这一页的「设置」里加支付宝、微信支付等渠道',
    page: '/money/channels',
  },
  texts: { title: '条款', how: '把服务条款与隐私政策改成自己的，两份都要', page: '/editorial' },
  order: {
    title: '试单',
    how: '在网站上登录，「我的 → 充值」，用沙箱付一次，看到漫币到账。没有短信网关时，登录的验证码在「系统 → 短信」的发件箱里',
    page: null,
  },
};

/** The steps up to the first sale. They tick themselves off; the list disappears when all are done. */
export function Checklist({ steps, siteUrl }: { steps: Steps; siteUrl: string }) {
  const done = steps.filter((step) => step.done).length;
  return (
    <Card title="开业清单" hint={`卖出第一话之前要做的事，做好的自动打勾（${done}/${steps.length}）`}>
      <ol className="divide-y divide-line">
        {steps.map(({ step, done }) => (
          <li key={step} className="flex items-center gap-3 py-2">
            <span
              aria-hidden
              className={`flex size-6 shrink-0 items-center justify-center rounded-full text-sm ${done ? 'bg-accent text-on-accent' : 'ring-1 ring-line'}`}
            >
              {done && '✓'}
            </span>
            <div className="min-w-0 flex-1">
              <p className={done ? 'text-soft' : 'font-medium'}>
                {STEPS[step].title}
                <span className="sr-only">{done ? '，已做好' : '，还没有做'}</span>
              </p>
              {!done && <p className="text-sm break-words text-soft">{STEPS[step].how}</p>}
            </div>
            {!done && STEPS[step].page && (
              <PageLink to={STEPS[step].page} text="去做" label={`去做：${STEPS[step].title}`} />
            )}
            {!done && step === 'order' && (
              <a
                href={`${siteUrl}/my`}
                target="_blank"
                rel="noreferrer"
                className="flex min-h-11 shrink-0 items-center text-accent"
              >
                打开网站
              </a>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
