import { DEFAULT_IV, DEFAULT_KEY, MAX_BODY_BYTES, MAX_BODY_DEPTH } from '#contract/envelope';
import { MAX_PICTURE_BODY_BYTES } from '#contract/pictures';

export const INTRODUCTION = `<!-- 本文件由 npm run docs 从 contract/ 生成，请勿手工修改。 -->

# 接口参考

本文件由 \`npm run docs\` 从 \`contract/\` 里的定义生成；服务器用同一份定义校验请求，客户端用同一份定义推出类型。要改内容，请改定义。`;

export const ENVELOPE = `## 信封与加密

- 每个调用都是 \`POST /api/<路径>\`。请求体是 \`base64(AES-CBC(utf8(JSON)))\`，PKCS#7 填充，没有空白与换行，类型 \`text/plain\`；响应用同样的编码。
- 密钥 16、24 或 32 字节，IV 16 字节，由 \`API_KEY\`、\`API_IV\` 设置，构建时写进客户端。开发默认值是文本 \`${DEFAULT_KEY}\` 和 \`${DEFAULT_IV}\`。这只是混淆，不是安全边界；保护数据的是 TLS、令牌和签名的图片地址。
- 没有内容的调用可以发空的请求体，等于 \`{}\`。请求体最大 ${MAX_BODY_BYTES / 1024} KiB（上传图片的 ${MAX_PICTURE_BODY_BYTES / 1024} KiB），JSON 最多嵌套 ${MAX_BODY_DEPTH} 层。
- 解密后的响应总是 \`{ "status", "message", "code", "data" }\`：

| 情形 | HTTP | status | code | message | data |
| --- | --- | --- | --- | --- | --- |
| 成功 | 200 | 1 | 0 | \`success\` | 见各调用 |
| 拒绝（业务上的「不行」） | 200 | 0 | 见错误码 | 给读者看的一句话 | 多为 \`null\`，见各调用 |
| 太频繁 | 200 | 0 | 1003 | 同上 | \`{ "retryAfter": 秒 }\` |
| 会话已失效 | 200 | 403 | -1 | 同上 | \`null\` |
| 请求体无法解密或解析 | 400 | 0 | 1000 | 同上 | \`null\` |
| 字段不正确 | 400 | 0 | 1001 | 说明是哪个字段 | \`null\` |
| 服务器的错误 | 500 | 0 | 9000 | 同上 | \`null\` |
| 别的网站的页面发来的 | 403 | – | – | 没有内容 | – |

- 令牌放在 \`Authorization: Bearer <token>\`；\`user/info\` 放在请求的 \`token\` 字段里，从不来自 Cookie。
- 谁可以调用：**任何人**不需要令牌，带着坏令牌也不会被拒绝；**会话**需要匿名或已注册的令牌；**已注册**还要求登录过，否则拒绝 \`1401\`。
- \`status 403\` 表示需要令牌的地方没有令牌，或令牌不存在、过期、被撤销。新开会话时服务器另发 \`Set-Cookie: token=…; Path=/; Max-Age=15552000; SameSite=Lax\`（https 下加 \`Secure\`）。
- 登录、设密码、绑定手机成功时另发 \`Set-Cookie: device=…; Path=/api/user; HttpOnly\`：下次从这里登录时带上它，别人猜这个账号的密码就不会让这台设备等待。它打不开任何东西，不带也可以。
- 浏览器里只有本站的页面能调用：\`Sec-Fetch-Site\` 是 \`same-origin\`，或 \`Origin\` 是所调用的主机或 \`PUBLIC_URL\`；表单不能（\`Sec-Fetch-Mode: navigate\`）。这些头都不带的（应用、curl）不受影响。
- 对所有人都一样的响应留存几秒，字段相同的请求得到同一份。十秒内为一个地址最多现做二百份，再多答 \`1003\`；已经留存的不算。
- 会增长的列表接受 \`{ cursor?, size? }\`，回答 \`{ list, next }\`；\`next\` 是下一页的游标，到头时为 \`null\`。
- 会在已知的时刻自己变化的响应（优惠起止、到点发布、转为免费、栏目与横幅起止、一天结束）带着标准的 \`Expires\` 头：到那时再问一次。`;

export const IMAGES = `## 图片

- 地址在响应里给出，相对于 \`config\` 的 \`image_url\`。请求要带 \`X-Requested-With: XMLHttpRequest\`，否则 403。
- 内容是两个填充字节，后面接着图片本身（WebP）。
- 封面、横幅、缩略图，以及从未标价的话的页面：\`/img/comic/…\`、\`/img/open/…\`、\`/img/site/…\`，以内容命名，永不改变，可以公开缓存。
- 其余页面：\`/img/p/<密钥号>/<到期>/<签名>/<话>/<页>\`，有效 6 到 12 小时，6 小时内地址不变；签名不对或过期是 403，没有这样的图片是 404。
- 图片允许跨站读取，预检结果可以缓存一天。`;

export const CONSOLE = `## 后台

- 每个调用都是 \`POST /console/api/<路径>\`，请求与响应是 \`application/json\`，不加密；响应的样子与上面的信封相同。没有字段的发 \`{}\`。
- 只在 HTTPS 或服务器本机提供；设了 \`CONSOLE_ORIGIN\` 时只在那里。
- 页面用 Cookie 里的会话，\`Origin\` 必须是后台的地址，\`Sec-Fetch-Site\` 必须是 \`same-origin\`。脚本用 \`Authorization: Bearer <密钥>\`，不带 Cookie；密钥不能做「我的账号」里的与要验证身份的。
- 没有权限答 \`7001\`；要再次验证身份的，答它的错误码，验证（\`session/confirm\`）之后再调用一次。
- 上传文件的各块用 \`PUT /console/api/upload/<文件编号>\`，见[后台](console.md#上传漫画)。`;

export const SIMPLE_NOTES: Record<string, string> = {
  Id: '各类对象的编号',
  Time: 'UTC 时间',
  Coins: '金额，单位是币；余额可能为负',
  Day: '一天，如 2026-11-22，以北京时间为界',
  DayText: '一天的写法，如 2026-11-22；日历里没有的也收',
  Month: '一个月，如 2026-11',
  Effort: '工作量证明的级别：每多 1，要算的加倍',
  NeededEffort: '`effort`：要几级的工作量证明，见 `user/challenge`',
  Status: '连载中、已完结',
  Direction: '竖向长条、从左到右翻页、从右到左翻页',
  Access: '免费、已购、未购',
  AgeRating: '全年龄，或适合的最低年龄',
};

/** By shape (or path of a call) and field; a test finds those that name no field. */
export const FIELD_NOTES: Record<string, string> = {
  'Image.url': '以 `/img/` 开头',
  'Image.color': '加载前的底色',
  'Image.variants': '同一张图的其他宽度',
  'Page.margins': '画面四周的白边，占页宽、页高的几分之几；没有白边就没有这一项',
  'Page.pieces': '很长的页导入时切成的几块，自上而下无缝相接；没有这一项就是整页',
  'Page.pieces[].top': '这一块在页内的位置，单位是页的像素',
  'Page.thumb': '小图的地址',
  'Place.page': '从 0 数的页',
  'Place.offset': '在这一页里的位置，占页高的比例',
  'UserInfo.username': '还没有设定时为 `null`',
  'UserInfo.telephone': '遮去中间，如 `138****8000`',
  'UserInfo.registered': '有密码或手机号',
  'UserInfo.gender': '0 未知，1 男，2 女',
  'UserInfo.adult': '读者说过自己已成年',
  'UserInfo.teen': '未成年人模式',
  'UserInfo.teenTier': '未成年人模式的年龄段：未满 16 岁是 `under16`，已满 16 岁是 `from16`；没有开启时没有这一项',
  'RetryAfter.retryAfter': '还要等几秒才能再发',
  'Balances.coins': '用钱买的币',
  'Balances.bonus': '赠送的币',
  'Balances.tickets': '阅读券',
  'UserInfo.autoBuy': '自动购买下一话',
  'UserInfo.shareCode': '这位读者分享的地址里的 `u`：随机的，不是 id',
  'UserInfo.unread': '各处未读的数目',
  'Config.api_url': '调用它的页面所在的地址；不是页面调用时是 `PUBLIC_URL`，没有设则是请求所到的地址',
  'Config.image_url': '图片地址的开头，与 `api_url` 相同',
  'Banner.link': '站内路径，或 https 地址',
  'ComicCard.weekdays': '更新日，1 是星期一',
  'ComicCard.latest': '最新的一话；还没有时为 `null`',
  'ComicCard.restricted': '标为 18：打开之前先看到提示；不是的没有这一项',
  'ComicCard.sale': '进行中的折扣；百分比 0 是限时免费',
  'Section.more': '「更多」通往的站内路径',
  'ChapterItem.no': '话数，可以是小数，如 12.5',
  'ChapterItem.pages': '页数',
  'ChapterItem.price': '原价',
  'ChapterItem.salePrice': '现在的价格',
  'ChapterItem.freeAt': '到这时转为免费',
  'ChapterItem.read': '这位读者读过',
  'ComicDetail.code': '便于口头告知的短码',
  'ComicDetail.wide': '详情页顶上的横图',
  'ComicDetail.likes': '各话的赞一共多少；没有开放点赞时没有这一项',
  'ComicDetail.rating': '评分；没有开放时没有这一项。`mean` 是贝叶斯平均，不满 10 人时为 `null`；`mine` 是这位读者的',
  'ComicDetail.me': '与这位读者的关系',
  'ComicDetail.me.last': '上次读到的地方',
  'ChapterAccess.preview': '模糊的首页',
  'ChapterAccess.affordable': '余额够买这一话',
  'ChapterAccess.autoBuy': '这部漫画的下一话自动购买：由页面用 `comic/pay` 买',
  'Quote.total': '要付的总价；用阅读券时也是原来的总价',
  'Quote.salePrice': '各话现在的价格，以话的 id 为名；已购与免费的是 0',
  'Quote.discount': '一次买多话，运营者减去的',
  'Quote.split': '用什么付：赠币先于漫币',
  'Quote.missing': '还差多少币',
  'comic/pay.expect': '给读者看过的 `total`',
  'comic/pay.key': '由客户端生成，8 到 64 个字母、数字、`_`、`-`；没有收到响应时用同一个再发',
  'comic/pay.chapterIds': '这一次买到的',
  'user/login.restored': '这个账号本已注销，这次登录取消了注销',
  'user/login-by-sms.restored': '同上',
  'user/register.domain': '打开网站所用的主机名',
  'user/register.u': '推荐或来源值；读者分享的地址里是他的 `shareCode`',
  'user/register.referrer': '从哪个网站点进来的，只有域名；没有 `u` 时作为来源',
  'banner.no': '位置的编号',
  'new.genre': '只列这个题材',
  'new.cursor': '上一页响应里的 `next`',
  'new.next': '到头时为 `null`',
  'weekly.day': '0 全部，1 星期一 … 7 星期日',
  'weekly.cursor': '上一页响应里的 `next`，带着它的那一天',
  'comic/recommend.list': '最多 12 部，最相关的在前；第四、第九部是新作',
  'comic/recommend.because': '不填 id 时：由这位读者的哪一两部推荐的；read 为假的是只收藏、还没有读过的',
  'comic/read.ahead': '不算阅读数，不算未成年人模式的时间，新的话仍是未读',
  'comic/read.pages': '按阅读顺序',
  'comic/read.prev': '没有时为 `null`',
  'comic/read.next': '没有时为 `null`',
  'comic/read.progress': '这位读者上次读到的地方',
};
