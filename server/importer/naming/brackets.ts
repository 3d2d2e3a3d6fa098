/** A name taken apart into what stands outside of brackets and what the brackets say. */
export type Bracketed = {
  /** The text with the brackets that say nothing of the chapter taken out. */
  text: string;
  /** A leading [..] that is neither noise nor a group: by custom the author. */
  author: string | undefined;
};

const GROUP = /[[【［{]([^[\]【】［］{}]*)[\]】］}]|[(（]([^()（）]*)[)）]/g;

const NOISE = [
  /^(?:19|20)\d{2}(?:[-.年]\d{1,2}(?:[-.月]\d{1,2}日?)?)?年?$/,
  /^\d{3,5}\s*[px]$/i,
  /^\d{3,5}\s*[x×]\s*\d{3,5}$/i,
  /^c\d{2,3}$/i,
  /^(?:digital|comic|manga|webrip|web|scan|raw|hq|hd|dl版?|ebook|uncensored|color(?:ed)?|full color|fixed?|complete|end|fin)\b/i,
  /^(?:完|完结|完結|全|全本|已完结|连载中|連載中|未完|全彩|彩色版?|彩漫|黑白|无修正?|無修正?|电子版|電子版|实体版|单行本|高清|超清)$/,
  /^全\s*\d+\s*[话話回集卷册冊巻]$/,
  /^(?:zh|en|ja|ko|chs|cht|chi|eng|jpn)(?:[-_](?:hans|hant|cn|tw|hk|us|jp))?\b/i,
  /^(?:中文|简体|繁體|简中|繁中|简体中文|繁體中文|中国語|中國語|中国翻訳|日文|日语|英文)$/,
  /(?:汉化|漢化|翻译|翻譯|字幕|扫图|掃圖|嵌字|工作室|个人|個人|录入|錄入|压制)(?:组|組|社|版)?$/,
  /(?:scans?|scanlations?|translations?|subs|team|group|repack)$/i,
  /^(?:cbz|zip|jpe?g|png|webp|avif)$/i,
];

/** Words that make a bracket part of the name: 书名【第3话】 says its number there. */
const MARKER =
  /第\s*[\d零〇一二三四五六七八九十百千两廿卅]+|\b(?:vol|ch(?:ap(?:ter)?)?|ep(?:isode)?)\b\.?\s*\d|^#?\d{1,4}(?:\.\d+)?$|番外|特别篇|特別篇/i;

function isNoise(text: string): boolean {
  const plain = text.trim();
  return plain === '' || NOISE.some((pattern) => pattern.test(plain));
}

/** Drops years, sizes, editions and groups; keeps brackets that hold the number, and round ones that belong to a title. */
export function readBrackets(name: string): Bracketed {
  if (name.replace(GROUP, '').trim() === '') return allInBrackets(name);
  let author: string | undefined;
  let noiseSeen = false;
  const text = name.replace(GROUP, (whole, square: string | undefined, round: string | undefined, offset: number) => {
    const inside = (square ?? round ?? '').trim();
    // [上] says which half this is, as （上） does.
    if (square !== undefined && /^(?:[上中下]|[前中后後][篇编編])$/.test(inside)) return `（${inside}）`;
    if (MARKER.test(inside) && !isNoise(inside)) return ` ${inside} `;
    if (isNoise(inside)) {
      noiseSeen = true;
      return ' ';
    }
    // What stands in brackets before the name is its author, by a custom as old as the archives themselves.
    const leading = name.slice(0, offset).replace(GROUP, '').trim() === '';
    if (leading && author === undefined) author = inside;
    if (square !== undefined || leading) return ' ';
    // (2019) (Digital) (some-group): after the first such bracket the rest is about the file.
    return noiseSeen ? ' ' : whole;
  });
  return { text, author };
}

/** [作者][书名][第1卷]: the numbers are kept, and of two names the first is the author. */
function allInBrackets(name: string): Bracketed {
  const parts = [...name.matchAll(GROUP)].map((match) => (match[1] ?? match[2] ?? '').trim());
  const useful = parts.filter((part) => !isNoise(part));
  const names = useful.filter((part) => !MARKER.test(part));
  const author = names.length > 1 ? names[0] : undefined;
  return { text: useful.filter((part) => part !== author).join(' '), author };
}
