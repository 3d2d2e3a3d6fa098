import { ofEachField } from '../comic-fields.ts';

/** The names of the editable fields of a comic. */
export const COMIC_FIELD_NAMES = {
  title: '书名',
  ...ofEachField(({ name }) => name),
  priceCoins: '每话价格',
  freeFirst: '免费的前几话',
} as const;

/** The column that stores a field: `ageRating` is stored in `age_rating`. */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Columns that no list of changes shows: another column of the same entry shows the change. */
export const HIDDEN_COLUMNS: readonly string[] = [
  'set_by_hand',
  'sidecar_sha256',
  'title_key',
  'former_keys',
  'cover_source',
  'upload',
];

const COLUMN_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(COMIC_FIELD_NAMES).map(([field, name]) => [columnOf(field), name])),
  // Both comics and chapters have these.
  title: '标题',
  price_coins: '价格',
  online: '上架',
  deleted_at: '删除',
  cover: '封面',
  wide: '横图',
  merged: '合并',
  merged_into: '并入的漫画',
  code: '编码',
  no: '话数',
  upload: '上传的编号',
  files: '文件数',
  bytes: '字节数',
  first_file: '其中一份',
  publish: '发布',
  comics: '漫画',
  added: '新增的话',
  replaced: '替换的话',
  own_price_coins: '单独标价',
  free_at: '转为免费',
  published_at: '发布时间',
  pages_version: '页',
  comic: '漫画的编号',
  name: '名字',
  role: '角色',
  disabled: '停用',
  banned: '停用',
  banned_at: '停用的时间',
  banned_until: '停用到',
  ban_ends_at: '停用到',
  erases_at: '删除数据',
  teen: '未成年人模式',
  sessions: '会话',
  password_link: '链接有效到',
  factor: '验证器',
  address: '地址',
  rows: '行数',
  table: '哪张表',
  messages: '短信条数',
  sent: '都发到了',
  from: '从',
  to: '到',
  month: '月份',
  coins: '漫币',
  bonus: '赠币',
  tickets: '阅读券',
  pass_until: '月卡到',
  asked_coins: '申请调整漫币',
  asked_bonus: '申请调整赠币',
  asked_tickets: '申请调整阅读券',
  requested_by: '申请人',
  amount: '金额',
  refunded: '已退（最小单位）',
  refund: '退款号',
  currency: '货币',
  takes_back: '收回漫币',
};

/** The name of a column in an audit entry, as the console and the commands show it; the column itself if it has no name. */
export function columnName(column: string): string {
  return COLUMN_NAMES[column] ?? column;
}
