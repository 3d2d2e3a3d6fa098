import { useState } from 'react';
import { onDemand } from '../../../ui/on-demand.tsx';

// Until its code is loaded, no day has a dot.
const FollowedDays = onDemand(() => import('./followed-days.tsx').then((m) => m.FollowedDays));

export const EVERY_DAY = 0;
export const DAYS = [
  ...['一', '二', '三', '四', '五', '六', '日'].map((name, index) => ({ key: index + 1, name })),
  { key: EVERY_DAY, name: '全部' },
];

type WeekdayRowProps = { today: number; picked: number; onPick(day: number): void };

/** The days of the week in equal columns, with 今天 for today and a dot for days on which a followed comic is published. */
export function WeekdayRow({ today, picked, onPick }: WeekdayRowProps) {
  const [followed, setFollowed] = useState<readonly number[]>([]);
  return (
    // Not the fieldset itself: what it paints would count as a shift.
    <div className="words min-h-14">
      <fieldset aria-label="星期" className="page-width flex min-w-0 overflow-x-auto pt-2 max-sm:px-1">
        {DAYS.map(({ key, name }) => {
          const isToday = key === today;
          const spoken = key === EVERY_DAY ? name : `周${name}`;
          const follows = followed.includes(key);
          return (
            <button
              key={key}
              type="button"
              aria-label={`${spoken}${isToday ? '，今天' : ''}${follows ? '，有订阅的漫画更新' : ''}`}
              aria-pressed={key === picked}
              onClick={() => onPick(key)}
              className="group relative flex h-12 min-w-fit flex-1 items-center justify-center text-sm text-soft aria-pressed:font-semibold aria-pressed:text-ink"
            >
              <span
                className={`flex h-8 min-w-8 items-center justify-center rounded-full px-1.5 ${isToday ? 'bg-accent text-on-accent' : 'group-aria-pressed:bg-tint group-aria-pressed:text-on-tint'}`}
              >
                {isToday ? '今天' : name}
              </span>
              {follows && <span className="absolute bottom-0.5 size-1 rounded-full bg-accent" />}
            </button>
          );
        })}
        <FollowedDays onFind={setFollowed} />
      </fieldset>
    </div>
  );
}
