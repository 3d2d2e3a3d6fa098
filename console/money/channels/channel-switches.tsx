import { type ReactNode, useEffect } from 'react';
import { channelCheck } from '#contract/console/channels';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Problem } from '../../parts/page.tsx';
import { useChange } from '../../runtime/queries.ts';
import { type ChannelKind, channelTitle } from './channel-kinds.ts';
import { ChannelFindings } from './findings.tsx';

type SwitchProps = {
  kind: ChannelKind;
  isSaving: boolean;
  /** Why it was not done. */
  refusal: ReactNode;
  onClose(): void;
};

/** Switches a channel off, or on after a check. */
export function SwitchDialog({ kind, to, onSwitch, ...props }: SwitchProps & { to: 'on' | 'off'; onSwitch(): void }) {
  if (to === 'on') return <SwitchOnDialog kind={kind} onSwitch={onSwitch} {...props} />;
  const { isSaving, refusal, onClose } = props;
  return (
    <Dialog title={`停用${channelTitle(kind)}？`} onClose={onClose}>
      <p>读者不能再用它下单；已经下的照常到账，退款、对账照旧。</p>
      {refusal}
      <Button className="mt-4" disabled={isSaving} onClick={onSwitch}>
        停用
      </Button>
    </Dialog>
  );
}

function SwitchOnDialog({ kind, isSaving, refusal, onClose, onSwitch }: SwitchProps & { onSwitch(): void }) {
  const { mutate, data, error, isPending } = useChange(channelCheck);
  useEffect(() => mutate({ channel: kind }), [mutate, kind]);
  const isFaulty = data?.findings?.some(({ isGood }) => !isGood) ?? error !== null;
  return (
    <Dialog title={`打开${channelTitle(kind)}`} onClose={onClose}>
      <p>先检查一遍，不花钱：密钥、时钟、通知地址、价格。打开之后读者就能用它付真钱。</p>
      {isPending && <p role="status">正在检查…</p>}
      <Problem error={error} />
      {data && <ChannelFindings findings={data.findings} />}
      {refusal}
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
export function RemoveDialog({ kind, isSaving, refusal, onClose, onRemove }: SwitchProps & { onRemove(): void }) {
  return (
    <Dialog title={`去掉${channelTitle(kind)}？`} onClose={onClose}>
      <p>
        它的密钥会从服务器上删掉，以前的订单不能再退款、对账。只是不想收了，请用「停用」。还有没了结的订单时去不掉。
      </p>
      {refusal}
      <Button className="mt-4" disabled={isSaving} onClick={onRemove}>
        去掉
      </Button>
    </Dialog>
  );
}
