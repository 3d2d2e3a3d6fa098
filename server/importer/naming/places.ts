/** Names of general folders. They are never the title of a series. */
const KNOWN =
  /^(?:downloads?|desktop|documents?|pictures|import|tmp|temp|home|root|mnt|media|data|volumes?|srv|nas|misc|others?|new|unsorted|sorted|completed?|finished|ongoing|reading|to read|favou?rites?|新的|新到|新增|最新|最近|更新|下载|桌面|文档|图片|导入|完结|已完结|连载|连载中|已看|未看|在看|想看|整理|待整理|未整理|杂|杂项|其他|其它|临时|百度网盘|迅雷下载|网盘|新建文件夹|一般コミック|成年コミック|同人誌)$/;
/** Words of which names of general folders consist: 我的漫画, 漫画库 2, manga library, 新下载的漫画. */
const WORD =
  '漫画|漫畫|书|書|图书|圖書|书库|書庫|书架|書架|书柜|图库|图书馆|电子书|库|目录|文件夹|资料|资源|资源库|收藏|合集|全集|大全|下载|备份|仓库|本子|同人志|国漫|日漫|韩漫|韓漫|港漫|台漫|欧美漫画?|美漫|条漫|單行本|单行本|まんが|マンガ|コミック|만화|웹툰|comics?|manga|manhwa|manhua|webtoons?|books?|ebooks?|library|collections?|downloads?|cbz|cbr';
const QUALIFIER =
  '我的?|我们的|新建?|新的?|旧的?|老|全部|所有|其[他它]|各种|未分类|已?完结|完本|连载中?|的|下载的|收藏的|最近|最新|本地|中文|日文|英文|成人|少年|少女|my|all|new|old|local|the|digital|chinese|japanese|korean|english|completed?|ongoing';
const COMPOSED = new RegExp(`^(?:(?:${QUALIFIER})\\s*)*(?:(?:${WORD})\\s*)+(?:\\(?\\d{1,3}\\)?)?$`);
/** The folders for one-shots of Komga and Kavita: each file there is a series. */
const ONE_SHOTS = /^[_.]?(?:one[\s_-]?shots?|短篇集?|短篇漫画|单篇|読み?切り?)$/i;

const plain = (folder: string) =>
  folder.normalize('NFKC').trim().toLowerCase().replace(/[_-]+/g, ' ').replace(/\s+/g, ' ').trim();

export function isPlace(folder: string): boolean {
  const name = plain(folder);
  return KNOWN.test(name) || COMPOSED.test(name) || isOneShots(folder);
}

export function isOneShots(folder: string): boolean {
  return ONE_SHOTS.test(folder.trim());
}
