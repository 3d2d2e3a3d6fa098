import { createCipheriv, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createWechat } from '../../server/adapters/channels/wechat/wechat.ts';
import type { NotifyingChannel, RawNotification } from '../../server/modules/shop/shop.ts';

/** A shop at a gateway in the format of WeChat Pay that answers at once, and what the gateway tells of payments. */
export type WechatShop = {
  channel: NotifyingChannel;
  paid(orderNo: string, transactionId: string, amount: number): RawNotification;
};

const MERCHANT = '1900000109';
const APP = 'wxd678efa567ab6787';
const KEY_ID = 'PUB_KEY_ID_0119000001092026112200001';

export function openWechatShop(): WechatShop {
  const sealKey = randomBytes(32);
  const [shop, gateway] = [newKeys(), newKeys()];
  const signed = (body: string) => {
    const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(16).toString('hex')];
    const signature = sign('sha256', Buffer.from(`${timestamp}\n${nonce}\n${body}\n`), gateway.privateKey);
    return {
      'wechatpay-serial': KEY_ID,
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-signature': signature.toString('base64'),
    };
  };
  const [made, asked] = ['{"code_url":"weixin://wxpay/bizpayurl?pr=p4lpSuKzz"}', '{"trade_state":"NOTPAY"}'] as const;
  const account = {
    merchant: { id: MERCHANT, certificateSerial: 'AB12CD34', privateKey: shop.privateKey },
    appId: APP,
    appSecret: null,
    sealKey,
    publicKey: { id: KEY_ID, key: gateway.publicKey },
    products: ['native'] as const,
  };
  const channel = createWechat(account, {
    fetch: async (_address, request) => {
      const answer = request?.method === 'POST' ? made : asked;
      return new Response(answer, { headers: signed(answer) });
    },
    clock: () => new Date(),
    notifyUrl: 'https://bench.test/pay/wechat/notify',
  });
  return {
    channel,
    paid(orderNo, transactionId, amount) {
      const trade = {
        mchid: MERCHANT,
        appid: APP,
        out_trade_no: orderNo,
        transaction_id: transactionId,
        trade_state: 'SUCCESS',
        success_time: new Date().toISOString(),
        amount: { total: amount, currency: 'CNY' },
      };
      const nonce = randomBytes(6).toString('hex');
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from('transaction'));
      const sealed = Buffer.concat([cipher.update(JSON.stringify(trade)), cipher.final(), cipher.getAuthTag()]);
      const resource = {
        algorithm: 'AEAD_AES_256_GCM',
        nonce,
        associated_data: 'transaction',
        ciphertext: sealed.toString('base64'),
      };
      const body = JSON.stringify({ event_type: 'TRANSACTION.SUCCESS', resource });
      return { headers: signed(body), body: Buffer.from(body), query: '' };
    },
  };
}

function newKeys() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}
