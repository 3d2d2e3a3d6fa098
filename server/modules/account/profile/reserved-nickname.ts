/** Names in which only the operator speaks. */
const RESERVED = ['管理员', '客服', '官方'];
/** Traditional signs of these and of what sites of comics are called, each before its simplified one. */
const TRADITIONAL = new Map(
  '員员嶼屿畫画書书館馆島岛閣阁樓楼網网動动雲云龍龙漢汉國国華华夢梦樂乐園园戲戏讀读閱阅說说話话點点貓猫魚鱼鳥鸟馬马風风東东門门'
    .match(/../gu)
    ?.map((pair) => [[...pair][0] ?? '', [...pair][1] ?? ''] as const),
);

/** Whether a nickname speaks for the site: it has a reserved name in it, or the site's, however it is written. */
export function isReservedNickname(nickname: string, siteName: string): boolean {
  const plain = plainOf(nickname);
  const names = [...RESERVED, siteName].map(plainOf);
  // A name of one sign would close all nicknames that have this sign.
  return names.some((name) => ([...name].length > 1 ? plain.includes(name) : name !== '' && plain === name));
}

/** Without what leaves a name as easily read: width, case, accents, blanks and signs, traditional for simplified. */
function plainOf(text: string): string {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return [...letters].map((sign) => TRADITIONAL.get(sign) ?? sign).join('');
}
