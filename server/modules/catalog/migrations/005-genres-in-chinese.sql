-- Genres that came from the files of comics have their usual Chinese names from now on; the importer writes them so.
create temporary table chinese_genre (name text primary key, chinese text) on commit drop;
insert into chinese_genre values
  ('fantasy', '奇幻'), ('dark fantasy', '奇幻'), ('high fantasy', '奇幻'), ('urban fantasy', '奇幻'), ('magic', '魔法'),
  ('witches', '魔法'), ('magical girls', '魔法少女'), ('magical girl', '魔法少女'), ('mahou shoujo', '魔法少女'), ('isekai', '异世界'),
  ('reincarnation', '转生'), ('adventure', '冒险'), ('survival', '冒险'), ('action', '动作'), ('fighting', '格斗'),
  ('wuxia', '武侠'), ('martial arts', '武术'), ('xianxia', '仙侠'), ('cultivation', '仙侠'), ('comedy', '喜剧'), ('humor', '喜剧'),
  ('humour', '喜剧'), ('funny', '喜剧'), ('gag humor', '喜剧'), ('parody', '讽刺'), ('satire', '讽刺'), ('romance', '恋爱'),
  ('romantic', '恋爱'), ('love', '恋爱'), ('drama', '剧情'), ('slice of life', '日常'), ('daily life', '日常'),
  ('iyashikei', '日常'), ('school', '校园'), ('school life', '校园'), ('campus', '校园'), ('academy', '校园'),
  ('science fiction', '科幻'), ('sci fi', '科幻'), ('scifi', '科幻'), ('sf', '科幻'), ('mecha', '机甲'), ('robots', '机甲'),
  ('cyberpunk', '赛博朋克'), ('steampunk', '蒸汽朋克'), ('post apocalyptic', '末日'), ('apocalypse', '末日'), ('space', '太空'),
  ('space opera', '太空'), ('time travel', '穿越'), ('mystery', '悬疑'), ('suspense', '悬疑'), ('detective', '推理'),
  ('investigation', '推理'), ('crime', '犯罪'), ('noir', '犯罪'), ('thriller', '惊悚'), ('horror', '恐怖'), ('gore', '恐怖'),
  ('psychological', '心理'), ('supernatural', '灵异'), ('paranormal', '灵异'), ('ghosts', '灵异'), ('vampire', '吸血鬼'),
  ('vampires', '吸血鬼'), ('zombie', '丧尸'), ('zombies', '丧尸'), ('monsters', '怪物'), ('monster', '怪物'), ('mythology', '神话'),
  ('myth', '神话'), ('folklore', '民间故事'), ('fairy tale', '民间故事'), ('fairy tales', '民间故事'), ('history', '历史'),
  ('historical', '历史'), ('period', '历史'), ('war', '战争'), ('military', '战争'), ('samurai', '武士'), ('western', '西部'),
  ('superhero', '超级英雄'), ('superheroes', '超级英雄'), ('super hero', '超级英雄'), ('super power', '异能'), ('superpowers', '异能'),
  ('sports', '运动'), ('sport', '运动'), ('music', '音乐'), ('food', '美食'), ('cooking', '美食'), ('gourmet', '美食'),
  ('medical', '医疗'), ('workplace', '职场'), ('office workers', '职场'), ('office', '职场'), ('family', '家庭'),
  ('animals', '萌宠'), ('pets', '萌宠'), ('anthropomorphic', '萌宠'), ('children', '儿童'), ('kids', '儿童'),
  ('children''s', '儿童'), ('all ages', '儿童'), ('shounen', '少年'), ('shonen', '少年'), ('shoujo', '少女'), ('shojo', '少女'),
  ('seinen', '青年'), ('josei', '女性'), ('boys love', '耽美'), ('boys'' love', '耽美'), ('bl', '耽美'), ('yaoi', '耽美'),
  ('shounen ai', '耽美'), ('girls love', '百合'), ('girls'' love', '百合'), ('gl', '百合'), ('yuri', '百合'),
  ('shoujo ai', '百合'), ('harem', '后宫'), ('reverse harem', '后宫'), ('ecchi', '福利'), ('fan service', '福利'),
  ('adult', '成人'), ('mature', '成人'), ('hentai', '成人'), ('erotica', '成人'), ('tragedy', '悲剧'), ('healing', '治愈'),
  ('heartwarming', '治愈'), ('wholesome', '治愈'), ('coming of age', '成长'), ('video games', '电竞'), ('games', '电竞'),
  ('game', '电竞'), ('gaming', '电竞'), ('science', '科普'), ('educational', '科普'), ('education', '科普'), ('nature', '自然'),
  ('environment', '自然'), ('non fiction', '纪实'), ('nonfiction', '纪实'), ('documentary', '纪实'), ('biography', '传记'),
  ('autobiography', '传记'), ('memoir', '传记'), ('literature', '文学'), ('adaptation', '文学'), ('one shot', '短篇'),
  ('oneshot', '短篇'), ('anthology', '短篇'), ('short story', '短篇'), ('4 koma', '四格'), ('yonkoma', '四格'),
  ('webtoon', '条漫'), ('webtoons', '条漫'), ('long strip', '条漫'), ('vertical scroll', '条漫'), ('webcomic', '网络漫画'),
  ('webcomics', '网络漫画'), ('web comic', '网络漫画'), ('emakimono', '绘卷'), ('emaki', '绘卷'), ('full color', '全彩'),
  ('full colour', '全彩'), ('manga', '漫画'), ('comic', '漫画'), ('comics', '漫画'), ('manhua', '漫画'), ('manhwa', '漫画'),
  ('graphic novel', '漫画');

update catalog.comic c set genres = renamed.genres from (
  select id, array_agg(genre order by place) as genres from (
    select c.id, coalesce(g.chinese, old.genre) as genre, min(old.place) as place
    from catalog.comic c cross join unnest(c.genres) with ordinality old (genre, place)
    left join chinese_genre g on g.name = trim(regexp_replace(lower(old.genre), '[[:space:]_-]+', ' ', 'g'))
    group by 1, 2
  ) each group by id
) renamed
where renamed.id = c.id and renamed.genres <> c.genres;
