import { useEffect } from 'react';
import { channelCheck } from '#contract/console/channels';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Problem } from '../../parts/page.tsx';
import { useChange } from '../../runtime/queries.ts';
import { type ChannelKind, channelTitle } from './channel-kinds.ts';
import { ChannelFindings } from './findings.tsx';

type SwitchProps = { kind: ChannelKind; isSaving: boolean; onClose(): void };

/** Switches a channel off, or on after a check. */
export function SwitchDialog({
  kind,
  to,
  isSaving,
  onClose,
  onSwitch,
}: SwitchProps & { to: 'on' | 'off'; onSwitch(): void }) {
  if (to === 'on') return <SwitchOnDialog kind={kind} isSaving={isSaving} onClose={onClose} onSwitch={onSwitch} />;
  return (
    <Dialog title={`停用${channelTitle(kind)}？`} onClose={onClose}>
      <p className="mb-4">读者不能再用它下单；已经下的照常到账，退款、对账照旧。</p>
      <Button disabled={isSaving} onClick={onSwitch}>
        停用
      </Button>
    </Dialog>
  );
}

function SwitchOnDialog({ kind, isSaving, onClose, onSwitch }: SwitchProps & { onSwitch(): void }) {
  const { mutate, data, error, isPending } = useChange(channelCheck);
  useEffect(() => mutate({ channel: kind }), [mutate, kind]);
  const isFaulty = data?.findings?.some(({ isGood }) => !isGood) ?? error !== null;
  return (
    <Dialog title={`打开${channelTitle(kind)}`} onClose={onClose}>
      <p>先检查一遍，不花钱：密钥、时钟、通知地址、价格。打开之后读者就能用它付真钱。</p>
      {isPending && <p role="status">正在检查…</p>}
      <Problem error={error} />
      {data && <ChannelFindings findings={data.findings} />}
      <Button
        className="mt-4"
        look={isFaulty ? 'tinted' : 'primary'}
        disabled={isSaving || isPending}
        onClick={onSwitch}
      >
        {isFaulty ? '有不对的，仍然打开' : '打开'}
      </Button>
    </Dialog>
  );
}

/** Its keys are deleted. */
export function RemoveDialog({ kind, isSaving, onClose, onRemove }: SwitchProps & { onRemove(): void }) {
  return (
    <Dialog title={`去掉${channelTitle(kind)}？`} onClose={onClose}>
      <p className="mb-4">
        它的密钥会从服务器上删掉，以前的订单不能再退款、对账。只是不想收了，请用「停用」。还有没了结的订单时去不掉。
      </p>
      <Button disabled={isSaving} onClick={onRemove}>
        去掉
      </Button>
    </Dialog>
  );
}
