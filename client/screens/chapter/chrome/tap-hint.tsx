import { useEffect, useRef } from 'react';
import { listen } from '../../../../ui/listen.ts';
import { type TapAction, type TapZones, tapAction } from '../settings/tap-zones.ts';

const WORDS: Record<TapAction, string> = { forward: '往后', backward: '往前', menu: '菜单' };
const COLORS: Record<TapAction, string> = { forward: '#0c5f58b3', backward: '#7a4208b3', menu: '#000000b3' };
const THIRDS = [0, 1, 2];
const SHOWN_MS = 4000;

type TapHintProps = { zones: TapZones; onLeave: () => void };

/** The tap zones, shown over the pages once until the first tap. Taps pass through it. */
export function TapHint({ zones, onLeave }: TapHintProps) {
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useEffect(() => {
    const end = () => leave.current();
    const timer = setTimeout(end, SHOWN_MS);
    const stop = listen(document, { pointerdown: end, wheel: end, keydown: end }, { passive: true });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    <div role="note" className="pointer-events-none absolute inset-0 grid grid-cols-3 text-center text-white">
      {zones.shape === 'off' ? (
        <p className="col-span-3 grid place-items-center" style={{ backgroundColor: COLORS.menu }}>
          轻触页面，显示或收起菜单
        </p>
      ) : (
        THIRDS.flatMap((y) =>
          THIRDS.map((x) => {
            const action = tapAction(zones, (x + 0.5) / 3, (y + 0.5) / 3);
            return (
              <p key={`${y} ${x}`} className="grid place-items-center" style={{ backgroundColor: COLORS[action] }}>
                {WORDS[action]}
              </p>
            );
          }),
        )
      )}
    </div>
  );
}
