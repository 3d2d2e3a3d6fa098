/** Names that only the operator may use. */
const RESERVED = ['管理员', '客服', '官方'];
/** Pairs of a traditional character and its simplified form, as they occur in these names and in names of comic sites. */
const TRADITIONAL = new Map(
  '員员嶼屿畫画書书館馆島岛閣阁樓楼網网動动雲云龍龙漢汉國国華华夢梦樂乐園园戲戏讀读閱阅說说話话點点貓猫魚鱼鳥鸟馬马風风東东門门'
    .match(/../gu)
    ?.map((pair) => [[...pair][0] ?? '', [...pair][1] ?? ''] as const),
);

/** Whether a nickname contains a reserved name or the site's name, in any spelling. */
export function isReservedNickname(nickname: string, siteName: string): boolean {
  const plain = plainOf(nickname);
  const names = [...RESERVED, siteName].map(plainOf);
  // A site name of one character must match as a whole, or it would reserve every nickname with this character.
  return names.some((name) => ([...name].length > 1 ? plain.includes(name) : name !== '' && plain === name));
}

/** Removes differences that readers overlook: width, case, accents, spaces, symbols, traditional characters. */
function plainOf(text: string): string {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return [...letters].map((char) => TRADITIONAL.get(char) ?? char).join('');
}
