import { EmptyState } from '../../../../ui/states.tsx';
import { useClientState } from '../../../state.ts';
import type { Scene } from '../scene.ts';

/** Names another browser, if no payment channel supports this one. */
const ELSEWHERE: Readonly<Record<Scene, string>> = {
  wechat: '请点右上角的「…」，选「在浏览器打开」，再来充值。',
  mobile: '请在微信里或电脑上打开本站，再来充值。',
  pc: '请用手机打开本站，再来充值。',
};

/** Nothing is for sale, or no channel can be used here. */
export function NothingToBuy({ sells, scene }: { sells: boolean; scene: Scene }) {
  const takesMoney = useClientState((state) => (state.config?.channels.length ?? 0) > 0);
  if (sells && takesMoney) return <EmptyState title="在这里还不能充值" hint={ELSEWHERE[scene]} />;
  return <EmptyState title="暂时不能充值" hint="本站还没有开通充值。已有的漫币、赠币和阅读券照常可以用。" />;
}
