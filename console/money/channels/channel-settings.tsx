import { type ReactNode, useState } from 'react';
import type { DataOf } from '#contract/call';
import { channelSettings, setChannels } from '#contract/console/channel-settings';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../parts/check-box.tsx';
import { Card, Loaded, Problem } from '../../parts/page.tsx';
import { FileMistakes } from '../../parts/provider/file-mistakes.tsx';
import { ProviderDialog } from '../../parts/provider/provider-dialog.tsx';
import type { KindSpec, ProviderFields } from '../../parts/provider/provider-form.ts';
import { ProviderMistakes } from '../../parts/provider/provider-mistakes.tsx';
import { Select } from '../../parts/select.tsx';
import { closeDone, showDone } from '../../runtime/done-notice.ts';
import { useAnswer, useChange } from '../../runtime/queries.ts';
import { CHANNEL_KINDS, type ChannelKind, specOf } from './channel-kinds.ts';
import { RemoveDialog, SwitchDialog } from './channel-switches.tsx';

type Settings = DataOf<typeof channelSettings>;
type Mistakes = DataOf<typeof setChannels>['mistakes'];

type Cards = {
  /**
   * Renders the channels. `actionsOf` renders the actions of an owner for a channel; nothing for channels that are not in
   * channels.yaml.
   */
  children(actionsOf: (id: string) => ReactNode): ReactNode;
};

/** The actions of an owner on the channels: add, change, order, switch off and on. */
export function ChannelSettings({ children }: Cards) {
  const query = useAnswer(channelSettings, {});
  return <Loaded query={query}>{(settings) => <SettingsOf settings={settings}>{children}</SettingsOf>}</Loaded>;
}

function SettingsOf({ settings: { channels, notifyTo, mistakes }, children }: Cards & { settings: Settings }) {
  const change = useChange(setChannels);
  const [open, setOpen] = useState<KindSpec | null>(null);
  const [asked, setAsked] = useState<{ kind: ChannelKind; to: 'on' | 'off' | 'remove' } | null>(null);
  const [refused, setRefused] = useState<Mistakes>([]);
  const [sameAccount, setSameAccount] = useState(false);
  /** The result of the last save does not belong to the next dialog. */
  function forget() {
    closeDone();
    change.reset();
    setRefused([]);
  }
  function ask(kind: ChannelKind, to: 'on' | 'off' | 'remove') {
    forget();
    setAsked({ kind, to });
  }
  function edit(spec: KindSpec | null) {
    forget();
    setOpen(spec);
  }
  const kinds = channels.map(({ kind }) => kind);
  function close() {
    setOpen(null);
    setSameAccount(false);
  }

  function save(
    order: readonly ChannelKind[],
    edited: { kind: ChannelKind; fields: ProviderFields } | null,
    done: string,
    onMistakes: (found: Mistakes) => void = setRefused,
  ) {
    setRefused([]);
    change.mutate(
      {
        channels: order.map((kind) => (kind === edited?.kind ? edited : { kind, fields: {} })),
        seen: kinds,
        sameAccount,
      },
      {
        onSuccess({ mistakes: found }) {
          if (found.length > 0) return onMistakes(found);
          close();
          setAsked(null);
          showDone(done);
        },
      },
    );
  }

  if (mistakes.length > 0)
    return (
      <>
        {children(() => null)}
        <Card title="设置">
          <FileMistakes mistakes={mistakes}>
            channels.yaml 有错，现在用的还是改错之前的。请在服务器上改好：
          </FileMistakes>
        </Card>
      </>
    );
  const refusal = (
    <>
      <ProviderMistakes mistakes={refused} />
      <Problem error={change.error} />
    </>
  );
  const left = CHANNEL_KINDS.filter(({ kind }) => !kinds.includes(kind as ChannelKind));
  function actionsOf(id: string) {
    const channel = channels.find(({ kind }) => kind === id);
    if (!channel) return null;
    const { kind, fields } = channel;
    const isOff = fields.off === true;
    return (
      <>
        {kind !== kinds[0] && (
          <Button
            look="quiet"
            disabled={change.isPending}
            onClick={() => save([kind, ...kinds.filter((each) => each !== kind)], null, '已更改顺序')}
          >
            放最前
          </Button>
        )}
        <Button look="quiet" onClick={() => ask(kind, isOff ? 'on' : 'off')}>
          {isOff ? '打开' : '停用'}
        </Button>
        <Button look="quiet" onClick={() => ask(kind, 'remove')}>
          去掉
        </Button>
        <Button look="tinted" onClick={() => edit(specOf(kind))}>
          改
        </Button>
      </>
    );
  }
  return (
    <>
      {children(actionsOf)}
      <Card title="设置" hint="读者按上面的顺序看到；改了马上生效，已经下的订单照常到账、退款、对账">
        <div className="flex flex-col gap-4">
          {notifyTo === null && (
            <p role="alert" className="text-danger">
              服务器没有设 https:// 开头的 PUBLIC_URL：渠道不知道把付款通知发到哪里，现在加不了渠道。在服务器上设
              PUBLIC_URL=https://网站的域名，重新启动，再打开这一页。只想试单，用沙箱支付就行。
            </p>
          )}
          {left.length > 0 && notifyTo !== null && (
            <Select
              label="加一个渠道"
              value=""
              options={[['', '选一个…'], ...left.map(({ kind, title }) => [kind, title] as const)]}
              onChange={({ target }) => edit(CHANNEL_KINDS.find(({ kind }) => kind === target.value) ?? null)}
            />
          )}
          {!open && !asked && refusal}
        </div>
        {asked && asked.to === 'remove' && (
          <RemoveDialog
            kind={asked.kind}
            isSaving={change.isPending}
            onClose={() => setAsked(null)}
            refusal={refusal}
            onRemove={() =>
              save(
                kinds.filter((kind) => kind !== asked.kind),
                null,
                '已去掉',
              )
            }
          />
        )}
        {asked && asked.to !== 'remove' && (
          <SwitchDialog
            kind={asked.kind}
            to={asked.to}
            isSaving={change.isPending}
            onClose={() => setAsked(null)}
            refusal={refusal}
            onSwitch={() => {
              const fields = { off: asked.to === 'off' };
              save(kinds, { kind: asked.kind, fields }, asked.to === 'off' ? '已停用' : '已打开');
            }}
          />
        )}
        {open && (
          <ProviderDialog
            key={open.kind}
            spec={open}
            provider={channels.find(({ kind }) => kind === open.kind) ?? null}
            isSaving={change.isPending}
            error={change.error}
            onClose={close}
            onSave={(fields, onMistakes) => {
              const kind = open.kind as ChannelKind;
              const isNew = !kinds.includes(kind);
              const edited = { kind, fields: isNew ? { ...fields, off: true } : fields };
              const done = isNew ? '已加上，还没有打开：检查过再打开' : '已保存，马上生效';
              save(isNew ? [...kinds, kind] : kinds, edited, done, onMistakes);
            }}
          >
            {notifyTo !== null && open.kind === 'stripe' && (
              <p className="text-sm break-all text-soft">Webhook 的地址写：{notifyTo}/pay/stripe/notify</p>
            )}
            {open.kind === 'stripe' && kinds.includes('stripe') && (
              <CheckBox checked={sameAccount} onChange={({ target }) => setSameAccount(target.checked)}>
                新密钥属于同一个 Stripe 账户
              </CheckBox>
            )}
          </ProviderDialog>
        )}
      </Card>
    </>
  );
}
