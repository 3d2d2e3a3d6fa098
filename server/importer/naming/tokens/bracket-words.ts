/** Texts in brackets about the file, not the chapter: years, sizes, languages, editions, groups. */
const NOISE = [
  /^(?:19|20)\d{2}(?:[-.年]\d{1,2}(?:[-.月]\d{1,2}日?)?)?年?$/,
  /^\d{3,5}\s*[px]$/i,
  /^\d{3,5}\s*[x×]\s*\d{3,5}$/i,
  /^c\d{2,3}$/i,
  /^(?:digital|comic|manga|webrip|web|scan|raw|hq|hd|dl版?|ebook|uncensored|color(?:ed)?|full color|complete|end|fin)\b/i,
  /^(?:完|完结|完結|全|全本|已完结|连载中|連載中|未完|全彩|彩色版?|彩漫|黑白|无修正?|無修正?|电子版|電子版|实体版|单行本|高清|超清|완결|완)$/,
  /^(?:免费|免費|付费|付費|收费|vip|限免|汉化|漢化|生肉|熟肉)$/i,
  /^全\s*\d+\s*[话話回集卷册冊巻]$/,
  /^(?:of\s*\d+|\d+\s*(?:covers?|pages?|p))$/i,
  /^(?:zh|en|ja|ko|chs|cht|chi|eng|jpn)(?:[-_](?:hans|hant|cn|tw|hk|us|jp))?\b/i,
  /^(?:中文|简体|繁體|简中|繁中|简体中文|繁體中文|中国語|中國語|中国翻訳|日文|日语|英文)$/,
  /(?:汉化|漢化|翻译|翻譯|字幕|扫图|掃圖|嵌字|工作室|个人|個人|录入|錄入|压制)(?:组|組|社|版)?$/,
  /(?:scans?|scanlations?|translations?|subs|team|group|repack)$/i,
  /^(?:cbz|zip|jpe?g|png|webp|avif)$/i,
];

export function isBracketNoise(text: string): boolean {
  const plain = text.trim();
  return plain === '' || NOISE.some((pattern) => pattern.test(plain));
}

/** The copy that a sync program makes of a file. */
export function isBracketCopy(text: string): boolean {
  return /sync-conflict|conflicted copy|冲突副本|衝突副本|^\s*(?:副本|复制|複製|copy)\s*\d*\s*$/i.test(text);
}

/** Without a number: 修, 修正版, fixed. */
const REVISED =
  /^(?:修|改|更正|新版|(?:修正|修订|修訂|修复|修復|重制|重製|重修|重嵌|重置)版?|fix(?:ed)?|rev(?:ised)?)$/i;

/** A later version: （修）, [v2], (fixed). */
export function bracketVersion(text: string): number | undefined {
  const plain = text.trim();
  if (/^v\d$/i.test(plain)) return Number(plain.slice(1));
  return REVISED.test(plain) ? 2 : undefined;
}
