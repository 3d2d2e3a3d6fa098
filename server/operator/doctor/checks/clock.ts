import { databaseTime } from '../../../modules/operations/operations.ts';
import type { Check } from '../finding.ts';

const MOST_OFF_MS = 5_000;

/** Compares the clock of this machine with that of the database, which all nodes share. */
export const clock: Check = {
  title: '时钟',
  isQuick: true,
  async look({ pool }) {
    const before = Date.now();
    const there = (await databaseTime(pool)).getTime();
    const after = Date.now();
    // The database read its clock between `before` and `after`.
    const offMs = there < before ? there - before : Math.max(0, there - after);
    const seconds = Math.round(Math.abs(offMs) / 1000);
    if (Math.abs(offMs) <= MOST_OFF_MS) return [{ state: 'good', found: '与数据库一致' }];
    return [
      {
        state: 'fault',
        found: `比数据库${offMs > 0 ? '慢' : '快'} ${seconds} 秒：签名的图片、验证码、优惠的时间都会不对`,
        advice: '打开校时（timedatectl set-ntp true），各台机器都要',
      },
    ];
  },
};
