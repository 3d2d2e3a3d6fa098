import { useState } from 'react';
import type { DataOf } from '#contract/call';
import { setSms, smsSettings } from '#contract/console/sms';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Card, Loaded, Problem } from '../../parts/page.tsx';
import { FileMistakes } from '../../parts/provider/file-mistakes.tsx';
import { ProviderDialog } from '../../parts/provider/provider-dialog.tsx';
import type { KindSpec } from '../../parts/provider/provider-form.ts';
import { ProviderMistakes } from '../../parts/provider/provider-mistakes.tsx';
import { Select } from '../../parts/select.tsx';
import { closeDone, showDone } from '../../runtime/done-notice.ts';
import { useAnswer, useChange } from '../../runtime/queries.ts';
import { SmsBudget } from './sms-budget.tsx';
import { SMS_KINDS } from './sms-kinds.ts';
import { SmsTrial } from './sms-trial.tsx';

type Settings = DataOf<typeof smsSettings>;
type Kind = Settings['gateways'][number]['kind'];

/** The gateways of text messages: added, changed, ordered and tried. */
export function SmsCard() {
  const query = useAnswer(smsSettings, {});
  return <Loaded query={query}>{(settings) => <Gateways settings={settings} />}</Loaded>;
}

function Gateways({ settings }: { settings: Settings }) {
  const { gateways, mistakes } = settings;
  const [open, setOpen] = useState<KindSpec | null>(null);
  const [removed, setRemoved] = useState<Kind | null>(null);
  const change = useChange(setSms);
  const kinds = gateways.map(({ kind }) => kind);
  const [refused, setRefused] = useState<DataOf<typeof setSms>['mistakes']>([]);
  /** The result of the last save does not belong to the next dialog. */
  function forget() {
    closeDone();
    change.reset();
    setRefused([]);
  }
  function edit(spec: KindSpec | null) {
    forget();
    setOpen(spec);
  }
  function setOrder(order: readonly Kind[]) {
    setRefused([]);
    change.mutate(
      { gateways: order.map((kind) => ({ kind, fields: {} })), dailyBudget: null, seen: kinds },
      {
        onSuccess({ mistakes: found }) {
          if (found.length > 0) return setRefused(found);
          setRemoved(null);
          showDone('已保存');
        },
      },
    );
  }
  const refusal = (
    <>
      <ProviderMistakes mistakes={refused} />
      <Problem error={change.error} />
    </>
  );
  const left = SMS_KINDS.filter(({ kind }) => !kinds.includes(kind as Kind));
  return (
    <Card
      title="短信网关"
      hint={gateways.length > 0 ? '依次使用：前一家不肯发时用下一家' : '没有网关：读者的验证码在发件箱里，只有你看得到'}
    >
      {mistakes.length > 0 ? (
        <FileMistakes mistakes={mistakes}>
          sms.yaml 有错，现在用的还是改错之前的。请在服务器上改好，或删掉它再在这里设置：
        </FileMistakes>
      ) : (
        <div className="flex flex-col gap-4">
          {gateways.length > 0 && (
            <ol className="divide-y divide-line">
              {gateways.map(({ kind, fields }, index) => (
                <li key={kind} className="flex flex-wrap items-center justify-between gap-2 py-2">
                  <div className="min-w-0">
                    {index + 1}. {specOf(kind).title}
                    <p className="text-sm break-all text-soft">【{String(fields.signature)}】</p>
                  </div>
                  <div className="flex flex-wrap gap-2">
                    {index > 0 && (
                      <Button
                        look="quiet"
                        disabled={change.isPending}
                        onClick={() => setOrder([kind, ...kinds.filter((each) => each !== kind)])}
                      >
                        先用它
                      </Button>
                    )}
                    <Button
                      look="quiet"
                      disabled={change.isPending}
                      onClick={() => {
                        forget();
                        setRemoved(kind);
                      }}
                    >
                      去掉
                    </Button>
                    <Button look="tinted" onClick={() => edit(specOf(kind))}>
                      改
                    </Button>
                  </div>
                </li>
              ))}
            </ol>
          )}
          {left.length > 0 && (
            <Select
              label="加一家"
              value=""
              options={[['', '选一家…'], ...left.map(({ kind, title }) => [kind, title] as const)]}
              onChange={({ target }) => edit(SMS_KINDS.find(({ kind }) => kind === target.value) ?? null)}
            />
          )}
          {gateways.length > 0 && <SmsBudget settings={settings} />}
          {gateways.length > 0 && <SmsTrial />}
          {!open && !removed && refusal}
        </div>
      )}
      {removed && (
        <Dialog title={`不再用${specOf(removed).title}？`} onClose={() => setRemoved(null)}>
          <p>它的密钥会从服务器上删掉。{kinds.length === 1 && '没有别的网关了，验证码会在发件箱里。'}</p>
          {refusal}
          <Button
            className="mt-4"
            disabled={change.isPending}
            onClick={() => setOrder(kinds.filter((each) => each !== removed))}
          >
            去掉
          </Button>
        </Dialog>
      )}
      {open && (
        <ProviderDialog
          key={open.kind}
          spec={open}
          provider={gateways.find(({ kind }) => kind === open.kind) ?? null}
          isSaving={change.isPending}
          error={change.error}
          onClose={() => setOpen(null)}
          onSave={(fields, onMistakes) => {
            const edited = { kind: open.kind as Kind, fields };
            const kept = kinds.map((kind) => (kind === open.kind ? edited : { kind, fields: {} }));
            const all = kinds.includes(edited.kind) ? kept : [...kept, edited];
            change.mutate(
              { gateways: all, dailyBudget: null, seen: kinds },
              {
                onSuccess({ mistakes: found }) {
                  if (found.length > 0) return onMistakes(found);
                  setOpen(null);
                  showDone('已保存，马上生效；发一条试试');
                },
              },
            );
          }}
        />
      )}
    </Card>
  );
}

function specOf(kind: string): KindSpec {
  return SMS_KINDS.find((each) => each.kind === kind) ?? { kind, title: kind, fields: [] };
}
