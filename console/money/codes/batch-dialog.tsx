import { useState } from 'react';
import { batchCreate, batchPreview } from '#contract/console/redeeming';
import { moneyText } from '#contract/currencies';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormThenPreview } from '../../parts/form-then-preview.tsx';
import { showDone } from '../../runtime/done-notice.ts';
import { useChange } from '../../runtime/queries.ts';
import { BatchForm } from './batch-form.tsx';
import { CodesFile, saveCodes, useSendOnce } from './codes-file.tsx';
import { countText, grantText, type Terms } from './words.ts';

/** Form for the terms of a batch, then a preview of its value, then the download of its codes. */
export function BatchDialog({ onClose }: { onClose(): void }) {
  const [wish, setWish] = useState<{ terms: Terms; key: string } | null>(null);
  const preview = useChange(batchPreview);
  const create = useChange(batchCreate, ({ csv, waits }) => {
    if (!waits) return saveCodes(wish?.terms.name ?? '', csv);
    showDone('已提交，等另一位同事批准');
    onClose();
  });
  const send = useSendOnce(create);
  const { data: made } = create;
  if (wish && made && !made.waits) return <CodesFile name={wish.terms.name} csv={made.csv} onClose={onClose} />;
  return (
    <Dialog title="新建一批兑换码" onClose={onClose}>
      <FormThenPreview
        form={
          <BatchForm
            busy={preview.isPending}
            error={preview.error}
            onDone={(terms) => {
              // One key for each wish: pressing the button twice makes one batch.
              setWish({ terms, key: crypto.randomUUID() });
              preview.mutate(terms);
            }}
          />
        }
        preview={
          wish && preview.data ? (
            <>
              <ul className="flex flex-col gap-1">
                <li>
                  {countText(wish.terms.count)} 个码，一个给 {grantText(wish.terms)}
                </li>
                <li>
                  {wish.terms.from} 到 {wish.terms.until} 可以兑换，每位读者最多 {countText(wish.terms.usesPerReader)}{' '}
                  个
                </li>
                <li className="font-medium">全部用掉：{grantText(preview.data)}</li>
              </ul>
              {preview.data.priceFen > 0 && (
                <p className="text-sm text-soft">
                  {preview.data.coins > 0 ? '漫币' : '月卡'}记作在别处售出：用一个码，月报的
                  {preview.data.coins > 0 ? '「兑换码」' : '月卡售出'}就多 {moneyText(wish.terms.priceFen, 'CNY')}
                  。钱由你自己收，不经过收款渠道，也不对账。
                </p>
              )}
              <p className="text-sm text-warm">
                {preview.data.waits
                  ? '数目大，要另一位同事批准；批准之后由你在这一批的页面上生成，在那之前没有码。'
                  : '码只在生成之后给一次，成为一份 CSV；服务器不留，以后谁也看不到。'}
              </p>
            </>
          ) : null
        }
        isSending={create.isPending}
        error={create.error}
        sendText={wish && preview.data ? sendText(wish.terms.count, preview.data.waits, create.isPending) : ''}
        onBack={() => preview.reset()}
        onSend={() => wish && send({ ...wish.terms, key: wish.key })}
      />
    </Dialog>
  );
}

function sendText(count: number, waits: boolean, isSending: boolean): string {
  if (waits) return '提交，等批准';
  return isSending ? '正在生成…' : `生成 ${countText(count)} 个`;
}
