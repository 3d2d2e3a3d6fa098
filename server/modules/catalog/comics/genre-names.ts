/** The genres that tagging tools write, by the name that Chinese readers know them under. */
const ENGLISH: Record<string, readonly string[]> = {
  奇幻: ['Fantasy', 'Dark Fantasy', 'High Fantasy', 'Urban Fantasy'],
  魔法: ['Magic', 'Witches'],
  魔法少女: ['Magical Girls', 'Magical Girl', 'Mahou Shoujo'],
  异世界: ['Isekai'],
  转生: ['Reincarnation'],
  冒险: ['Adventure', 'Survival'],
  动作: ['Action'],
  格斗: ['Fighting'],
  武侠: ['Wuxia'],
  武术: ['Martial Arts'],
  仙侠: ['Xianxia', 'Cultivation'],
  喜剧: ['Comedy', 'Humor', 'Humour', 'Funny', 'Gag Humor'],
  讽刺: ['Parody', 'Satire'],
  恋爱: ['Romance', 'Romantic', 'Love'],
  剧情: ['Drama'],
  日常: ['Slice of Life', 'Daily Life', 'Iyashikei'],
  校园: ['School', 'School Life', 'Campus', 'Academy'],
  科幻: ['Science Fiction', 'Sci-Fi', 'SciFi', 'SF'],
  机甲: ['Mecha', 'Robots'],
  赛博朋克: ['Cyberpunk'],
  蒸汽朋克: ['Steampunk'],
  末日: ['Post-Apocalyptic', 'Apocalypse'],
  太空: ['Space', 'Space Opera'],
  穿越: ['Time Travel'],
  悬疑: ['Mystery', 'Suspense'],
  推理: ['Detective', 'Investigation'],
  犯罪: ['Crime', 'Noir'],
  惊悚: ['Thriller'],
  恐怖: ['Horror', 'Gore'],
  心理: ['Psychological'],
  灵异: ['Supernatural', 'Paranormal', 'Ghosts'],
  吸血鬼: ['Vampire', 'Vampires'],
  丧尸: ['Zombie', 'Zombies'],
  怪物: ['Monsters', 'Monster'],
  神话: ['Mythology', 'Myth'],
  民间故事: ['Folklore', 'Fairy Tale', 'Fairy Tales'],
  历史: ['History', 'Historical', 'Period'],
  战争: ['War', 'Military'],
  武士: ['Samurai'],
  西部: ['Western'],
  超级英雄: ['Superhero', 'Superheroes', 'Super Hero'],
  异能: ['Super Power', 'Superpowers'],
  运动: ['Sports', 'Sport'],
  音乐: ['Music'],
  美食: ['Food', 'Cooking', 'Gourmet'],
  医疗: ['Medical'],
  职场: ['Workplace', 'Office Workers', 'Office'],
  家庭: ['Family'],
  萌宠: ['Animals', 'Pets', 'Anthropomorphic'],
  儿童: ['Children', 'Kids', "Children's", 'All Ages'],
  少年: ['Shounen', 'Shonen'],
  少女: ['Shoujo', 'Shojo'],
  青年: ['Seinen'],
  女性: ['Josei'],
  耽美: ['Boys Love', "Boys' Love", 'BL', 'Yaoi', 'Shounen Ai'],
  百合: ['Girls Love', "Girls' Love", 'GL', 'Yuri', 'Shoujo Ai'],
  后宫: ['Harem', 'Reverse Harem'],
  福利: ['Ecchi', 'Fan Service'],
  成人: ['Adult', 'Mature', 'Hentai', 'Erotica'],
  悲剧: ['Tragedy'],
  治愈: ['Healing', 'Heartwarming', 'Wholesome'],
  成长: ['Coming of Age'],
  电竞: ['Video Games', 'Games', 'Game', 'Gaming'],
  科普: ['Science', 'Educational', 'Education'],
  自然: ['Nature', 'Environment'],
  纪实: ['Non-Fiction', 'Nonfiction', 'Documentary'],
  传记: ['Biography', 'Autobiography', 'Memoir'],
  文学: ['Literature', 'Adaptation'],
  短篇: ['One-Shot', 'Oneshot', 'Anthology', 'Short Story'],
  四格: ['4-Koma', 'Yonkoma'],
  条漫: ['Webtoon', 'Webtoons', 'Long Strip', 'Vertical Scroll'],
  网络漫画: ['Webcomic', 'Webcomics', 'Web Comic'],
  绘卷: ['Emakimono', 'Emaki'],
  全彩: ['Full Color', 'Full Colour'],
  漫画: ['Manga', 'Comic', 'Comics', 'Manhua', 'Manhwa', 'Graphic Novel'],
};

const CHINESE = new Map(
  Object.entries(ENGLISH).flatMap(([chinese, names]) => names.map((name) => [keyOf(name), chinese] as const)),
);

/** The usual Chinese name of a genre; one that has none is named as it is. */
export function chineseGenre(name: string): string {
  return CHINESE.get(keyOf(name)) ?? name;
}

/** The other names of a genre. A search for such a name finds this genre. */
export function otherGenreNames(genre: string): readonly string[] {
  return (Object.hasOwn(ENGLISH, genre) && ENGLISH[genre]) || [];
}

/** Sci-Fi, sci fi and SCI_FI are one. */
function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
}
