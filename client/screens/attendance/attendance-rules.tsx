import { GradeIcon } from '../../features/account/grade-icon.tsx';
import { useAssetNames } from '../../features/buying/chapters/use-asset-names.ts';
import { useClientState } from '../../state.ts';
import type { Attendance } from './use-attendance.ts';

/** The rules of attendance with this site's figures. */
export function AttendanceRules({ data }: { data: Attendance }) {
  const { bonus } = useAssetNames();
  const grade = useClientState(({ userInfo }) => userInfo?.grade);
  const hasPass = useClientState(({ userInfo }) => userInfo?.pass !== undefined);
  const { validDays, gradeBonus, passBonus, cycle, repairCost } = data;
  return (
    <section aria-label="签到规则" className="mt-6">
      <h2 className="text-sm text-soft">签到规则</h2>
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-5 text-sm text-soft">
        <li>每天可以签到一次，以北京时间零点为界。</li>
        <li>连续 {cycle.length} 天为一轮；中间漏了一天，就从第 1 天重新开始。</li>
        {gradeBonus > 0 && (
          <li>
            你是 <GradeIcon level={grade?.level ?? 0} className="inline size-5 align-text-bottom" />「{grade?.name}
            」，每天多得 {gradeBonus} {bonus}，上面的数字已经算在内。
          </li>
        )}
        {passBonus && (
          <li>
            有月卡的那天签到，另得 {passBonus} {bonus}
            {hasPass && '，上面的数字已经算在内'}。
          </li>
        )}
        {repairCost > 0 && (
          <li>
            每周（周一到周日）可以补签一天漏掉的，当周内有效，需 {repairCost} {bonus}；可补的日子带「补」字。
          </li>
        )}
        <li>
          得到的{bonus} {validDays.bonus} 天内有效，阅读券 {validDays.tickets} 天内有效；先到期的先用。
        </li>
      </ul>
    </section>
  );
}
