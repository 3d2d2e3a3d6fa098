import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useAssetNames } from '../../features/buying/chapters/use-asset-names.ts';
import { rewardText } from '../../features/buying/reward-words/reward-text.ts';
import { toast } from '../../notices.ts';
import { shortDay } from './month.ts';
import { type Attendance, useSigning } from './use-attendance.ts';

type RepairSheetProps = { date: string; data: Attendance; month: string | null; onClose(): void };

/** Asks before bonus is spent on a missed day. */
export function RepairSheet({ date, data, month, onClose }: RepairSheetProps) {
  const { bonus } = useAssetNames();
  const { busy, refusal, act } = useSigning(({ reward }) => {
    const text = reward ? rewardText(reward, bonus) : '';
    toast(`已补签 ${shortDay(date)}${text && `，得到 ${text}`}`);
    onClose();
  });
  const short = data.repairCost - data.bonus;
  const day = data.days.find((one) => one.date === date);
  const brings = day ? rewardText(day.reward, bonus) : '';
  return (
    <Dialog title={`补签 ${shortDay(date)}`} onClose={onClose}>
      <p>
        需 {data.repairCost} {bonus}，你有 {data.bonus} {bonus}。
      </p>
      <p className="mt-1 text-sm text-soft">
        {brings && `补签得到 ${brings}。`}这一天算签过，前后连续的天数会接上。{bonus}先用最早到期的。
      </p>
      {(refusal || short > 0) && (
        <p role="alert" className="mt-4 text-sm text-danger">
          {refusal ?? `还差 ${short} ${bonus}：签到和礼包都能得到。`}
        </p>
      )}
      <div className="mt-4 flex gap-3">
        <Button look="tinted" className="flex-1" onClick={onClose}>
          取消
        </Button>
        <Button
          className="flex-1"
          disabled={busy || short > 0 || !day?.repairable}
          onClick={() => void act({ repair: date }, month)}
        >
          补签
        </Button>
      </div>
    </Dialog>
  );
}
