import { ScreenLink } from '../features/screen-link/screen-link.tsx';
import { paths } from '../paths.ts';
import { setSettings } from '../settings.ts';
import { Button } from '../ui/button.tsx';

/** Asks at the first visit before anything but the session is kept; whoever refuses browses and reads all the same. */
export function ConsentSheet() {
  return (
    <section
      aria-label="隐私与记录"
      className="fixed inset-x-0 bottom-0 z-30 animate-[rise_200ms] rounded-t-2xl border-t border-line bg-raised pb-[env(safe-area-inset-bottom)]"
    >
      <div className="page-width py-4">
        <p className="text-sm text-soft">
          同意后，本站会保存你的阅读位置、历史和收藏，换一台设备也能接着看；不同意也可以照常浏览和阅读。详见
          <ScreenLink to={paths.privacy} className="text-accent">
            隐私政策
          </ScreenLink>
          。家长可以开启
          <ScreenLink to={`${paths.my}?open=teen`} className="text-accent">
            青少年模式
          </ScreenLink>
          。
        </p>
        <div className="mt-3 flex gap-3">
          <Button look="tinted" className="flex-1" onClick={() => setSettings({ consent: 'refused' })}>
            不同意
          </Button>
          <Button className="flex-1" onClick={() => setSettings({ consent: 'given' })}>
            同意
          </Button>
        </div>
      </div>
    </section>
  );
}
