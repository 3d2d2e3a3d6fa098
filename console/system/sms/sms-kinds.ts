import type { FieldSpec, KindSpec } from '../../parts/provider/provider-form.ts';

const SIGNATURE: FieldSpec = { name: 'signature', label: '签名', hint: '审核通过的那个，不带【】' };

const templates = (hint: string): FieldSpec[] => [
  { name: 'templates.default', label: '验证码的模板', hint },
  { name: 'templates.login', label: '登录另用的模板', hint: '可以不写，以下几个也是', isOptional: true },
  { name: 'templates.bind', label: '绑定手机另用的模板', isOptional: true },
  { name: 'templates.password', label: '改密码另用的模板', isOptional: true },
  { name: 'templates.phone', label: '换手机另用的模板', isOptional: true },
  { name: 'templates.delete', label: '注销另用的模板', isOptional: true },
];
const NOTICE: FieldSpec = {
  name: 'templates.phone-changed',
  label: '换了手机之后的通知的模板',
  hint: '类型是通知，没有变量；不写就不发',
  isOptional: true,
};

const ALIYUN_KEY: readonly FieldSpec[] = [
  {
    name: 'access_key_id',
    label: 'AccessKey ID',
    hint: 'RAM 控制台 → 用户 → 新建一个只开 OpenAPI 调用的；不要用主账号的',
  },
  { name: 'access_key_secret', label: 'AccessKey Secret', input: 'secret', hint: '新建时显示一次' },
];

const isByKey = (values: Record<string, unknown>) => values._by === 'key';

/** The kinds of gateways, with where each field is found (docs/sms.md). */
export const SMS_KINDS: readonly KindSpec[] = [
  {
    kind: 'aliyun',
    title: '阿里云短信服务',
    fields: [...ALIYUN_KEY, SIGNATURE, ...templates('模板 CODE，如 SMS_154950909；变量叫 code'), NOTICE],
  },
  {
    kind: 'aliyun-verify',
    title: '阿里云短信认证',
    fields: [
      ...ALIYUN_KEY,
      { ...SIGNATURE, hint: '号码认证服务 → 短信认证参数配置里的赠送签名' },
      ...templates('与签名配套的赠送模板的 CODE，如 100001'),
    ],
  },
  {
    kind: 'tencent',
    title: '腾讯云短信',
    fields: [
      { name: 'secret_id', label: 'SecretId', hint: '访问管理 → 新建只开编程访问的子用户' },
      { name: 'secret_key', label: 'SecretKey', input: 'secret', hint: '新建时显示一次' },
      { name: 'app_id', label: 'SDK AppID', hint: '短信控制台 → 应用管理，10 位数字' },
      SIGNATURE,
      ...templates('正文模板的 ID，如 1110001；变量从 {1} 起'),
      NOTICE,
      { name: 'with_minutes', label: '模板里有 {2}（几分钟内有效）', input: 'flag' },
      { name: 'region', label: '地域', hint: '不写就是 ap-guangzhou', isOptional: true },
    ],
  },
  {
    kind: 'twilio',
    title: 'Twilio',
    fields: [
      { name: 'account_sid', label: 'Account SID', hint: 'Console 首页，AC 开头' },
      {
        name: '_by',
        label: '密钥',
        input: 'select',
        options: [
          ['token', 'Auth Token'],
          ['key', 'API Key'],
        ],
        initial: (provider) => (provider?.fields.api_key === undefined ? 'token' : 'key'),
      },
      {
        name: 'auth_token',
        label: 'Auth Token',
        input: 'secret',
        hint: 'Console 首页',
        isFor: (values) => !isByKey(values),
      },
      { name: 'api_key', label: 'API Key 的 SID', hint: 'API keys → Create，SK 开头', isFor: isByKey },
      { name: 'api_secret', label: 'API Key 的 Secret', input: 'secret', hint: '新建时显示一次', isFor: isByKey },
      { name: 'from', label: '发信的号码', hint: '+ 开头的号码、字母名字，或 MG 开头的 Messaging Service' },
      SIGNATURE,
    ],
  },
];
