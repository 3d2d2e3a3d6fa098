import type { DataOf } from '#contract/call';
import { userDetail } from '#contract/calls/account';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { GradeIcon } from '../../features/account/grade-icon.tsx';
import { useAssetNames } from '../../features/buying/chapters/use-asset-names.ts';
import { TitledScreen } from '../../features/navigation/titled-screen.tsx';
import { useCall } from '../../runtime/queries/queries.ts';

type Grade = NonNullable<DataOf<typeof userDetail>['growth']['grades']>[number];

/** All grades: their points and benefits, and how points are earned. */
export function GradesScreen() {
  const { data, error, retry } = useCall(userDetail, {}, { staleMs: 0 });
  const { bonus } = useAssetNames();
  return (
    <TitledScreen title="等级">
      {error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : !data ? (
        <GradesSkeleton />
      ) : (
        <div className="page-width mx-auto max-w-2xl">
          <section aria-label="我的等级" className="flex items-center gap-4 pt-6">
            <GradeIcon level={data.grade.level} className="size-16 shrink-0" />
            <div className="min-w-0 flex-1">
              <p className="text-lg font-semibold">{data.grade.name}</p>
              <p className="text-sm text-soft tabular-nums">{stillText(data.growth)}</p>
            </div>
          </section>
          <ol aria-label="全部等级" className="mt-6 flex flex-col gap-2">
            {data.growth.grades?.map((grade) => (
              <GradeRow key={grade.level} grade={grade} mine={grade.level === data.grade.level} bonus={bonus} />
            ))}
          </ol>
          <section aria-label="怎样升级" className="mt-6 text-sm text-soft">
            <h2 className="font-semibold text-ink">怎样升级</h2>
            <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
              <li>读完一话得 1 点成长值，签到一次得 5 点，充值 1 元得 100 点。</li>
              <li>成长值到了就升级，不会因为时间降级；退款会扣回充值得到的成长值。</li>
              <li>签到得到的{bonus}随等级增加。</li>
            </ul>
          </section>
        </div>
      )}
    </TitledScreen>
  );
}

function stillText({ points, nextAt, next }: DataOf<typeof userDetail>['growth']): string {
  if (nextAt === null || !next) return `成长值 ${points}，已是最高等级`;
  return `成长值 ${points}，还差 ${nextAt - points} 点升到「${next.name}」`;
}

type GradeRowProps = { grade: Grade; mine: boolean; bonus: string };

function GradeRow({ grade: { level, name, from, benefit }, mine, bonus }: GradeRowProps) {
  return (
    <li
      aria-current={mine || undefined}
      className={`flex items-center gap-3 rounded-2xl p-3 ${mine ? 'bg-tint text-on-tint' : 'bg-sunken'}`}
    >
      <GradeIcon level={level} isOnTint={mine} className="size-10 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {name}
          {mine && <span className="ml-2 text-xs">当前等级</span>}
        </p>
        <p className={`text-xs ${mine ? '' : 'text-soft'}`}>
          {benefit > 0 ? `签到每天多得 ${benefit} ${bonus}` : '可以签到、收藏、订阅'}
        </p>
      </div>
      <p className={`shrink-0 text-sm tabular-nums ${mine ? '' : 'text-soft'}`}>{from} 点</p>
    </li>
  );
}

function GradesSkeleton() {
  return (
    <div aria-hidden className="page-width mx-auto flex max-w-2xl flex-col gap-2 pt-6">
      {[0, 1, 2, 3, 4, 5, 6].map((level) => (
        <Skeleton key={level} className="h-16 rounded-2xl" />
      ))}
    </div>
  );
}
