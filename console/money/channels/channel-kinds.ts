import type { DataOf } from '#contract/call';
import type { channelSettings } from '#contract/console/channel-settings';
import type { KindSpec, ProviderValues } from '../../parts/provider/provider-form.ts';

export type ChannelKind = DataOf<typeof channelSettings>['channels'][number]['kind'];

const isByKey = ({ _by }: ProviderValues) => _by !== 'certificate';
const isByCertificate = ({ _by }: ProviderValues) => _by === 'certificate';
const isInside = ({ products }: ProviderValues) => Array.isArray(products) && products.includes('jsapi');

/** The kinds of channels, with where each field is found (docs/payment.md). */
const SPECS: Readonly<Record<ChannelKind, Omit<KindSpec, 'kind'>>> = {
  alipay: {
    title: '支付宝',
    fields: [
      { name: 'app_id', label: 'APPID', hint: '开放平台 → 应用首页，16 位数字' },
      { name: 'seller_id', label: '商家账号（PID）', hint: '开放平台 → 账户中心，2088 开头' },
      {
        name: 'products',
        label: '签约的产品',
        input: 'several',
        options: [
          ['page', '电脑网站支付'],
          ['wap', '手机网站支付'],
          ['qr', '当面付（扫码）'],
        ],
        initial: () => ['page', 'wap'],
      },
      { name: 'private_key', label: '应用私钥', input: 'key', hint: '密钥工具生成的 RSA2（2048），只存在这台服务器上' },
      {
        name: '_by',
        label: '加签方式',
        input: 'select',
        options: [
          ['key', '公钥'],
          ['certificate', '证书'],
        ],
        initial: (provider) =>
          provider?.stored.some(({ name }) => name === 'app_certificate') ? 'certificate' : 'key',
      },
      {
        name: 'alipay_public_key',
        label: '支付宝公钥',
        input: 'key',
        hint: '开放平台 → 开发设置 → 接口加签方式；不是应用公钥',
        isFor: isByKey,
      },
      {
        name: 'app_certificate',
        label: '应用公钥证书',
        input: 'key',
        hint: 'appCertPublicKey_….crt',
        isFor: isByCertificate,
      },
      {
        name: 'alipay_certificate',
        label: '支付宝公钥证书',
        input: 'key',
        hint: 'alipayCertPublicKey_RSA2.crt',
        isFor: isByCertificate,
      },
      {
        name: 'root_certificate',
        label: '支付宝根证书',
        input: 'key',
        hint: 'alipayRootCert.crt',
        isFor: isByCertificate,
      },
      { name: 'sandbox', label: '沙箱应用（不收真钱）', input: 'flag', hint: 'APPID 是 9021 开头的才选' },
    ],
  },
  wechat: {
    title: '微信支付',
    fields: [
      { name: 'mch_id', label: '商户号', hint: '商户平台 → 账户中心，8 到 10 位数字' },
      { name: 'app_id', label: 'AppID', hint: '商户平台 → AppID 账号管理，wx 开头' },
      {
        name: 'products',
        label: '开通的产品',
        input: 'several',
        options: [
          ['native', '扫码（电脑）'],
          ['h5', 'H5（手机浏览器）'],
          ['jsapi', '在微信里付'],
        ],
        initial: () => ['native', 'h5'],
      },
      {
        name: 'app_secret',
        label: '公众号的 AppSecret',
        input: 'secret',
        hint: '公众平台 → 基本配置，32 位',
        isFor: isInside,
      },
      { name: 'api_v3_key', label: 'APIv3 密钥', input: 'secret', hint: '商户平台 → API 安全，32 位' },
      { name: 'private_key', label: '商户私钥', input: 'key', hint: 'apiclient_key.pem' },
      { name: 'certificate', label: '商户证书', input: 'key', hint: 'apiclient_cert.pem，五年到期' },
      {
        name: 'public_key_id',
        label: '微信支付公钥 ID',
        hint: '新商户有，PUB_KEY_ID_ 开头；老商户用平台证书，这两样不写',
        isOptional: true,
      },
      { name: 'public_key', label: '微信支付公钥', input: 'key', hint: 'pub_key.pem', isOptional: true },
    ],
  },
  stripe: {
    title: 'Stripe',
    fields: [
      {
        name: 'secret_key',
        label: 'Secret key',
        input: 'secret',
        hint: 'Developers → API keys，sk_live_ 或 rk_live_ 开头',
      },
      { name: 'webhook_secret', label: 'Signing secret', input: 'secret', hint: 'Developers → Webhooks，whsec_ 开头' },
      { name: 'currency', label: '币种', hint: '三个字母，如 USD；不写就是人民币', isOptional: true },
    ],
  },
};
export const CHANNEL_KINDS: readonly KindSpec[] = Object.entries(SPECS).map(([kind, spec]) => ({ kind, ...spec }));

export function specOf(kind: string): KindSpec {
  return CHANNEL_KINDS.find((each) => each.kind === kind) ?? { kind, title: kind, fields: [] };
}

export const channelTitle = (kind: string) => specOf(kind).title;
