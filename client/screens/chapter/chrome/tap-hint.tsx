import { useEffect, useRef } from 'react';
import { listen } from '../../../../ui/listen.ts';
import type { TapAction, TapZones } from '../settings/tap-zones.ts';
import { zoneCells } from '../settings/zone-labels.ts';

const WORDS: Record<TapAction, string> = { forward: '下一页', backward: '上一页', menu: '菜单' };
const COLORS: Record<TapAction, string> = { forward: '#0c5f58b3', backward: '#7a4208b3', menu: '#000000b3' };
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
          {matchMedia('(pointer: fine)').matches ? '单击页面，或按空格、方向键' : '轻触页面，显示或收起菜单'}
        </p>
      ) : (
        zoneCells(zones).map(({ x, y, action, labelled }) => (
          <p key={`${y} ${x}`} className="grid place-items-center" style={{ backgroundColor: COLORS[action] }}>
            {labelled && WORDS[action]}
          </p>
        ))
      )}
    </div>
  );
}
