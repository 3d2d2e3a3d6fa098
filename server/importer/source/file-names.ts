import { printableLine } from '../../core/text/printable.ts';
/** File extensions of pages. Whether a file is a picture is known after decoding. */
export const PICTURE_EXTENSIONS =
  'jpg jpeg jpe jfif png apng webp avif gif tif tiff bmp jxl heic heif hif jp2 j2k jpx'.split(' ');
/** Image hosts append parameters to the extension: `001.jpg!w1200`, `001.jpg_large`. `_original` is a backup. */
const SUFFIX = '(?:[!@?:_-](?!original$)[\\w,=&%+-]{1,80})?';
const PICTURE = new RegExp(`\\.(?:${PICTURE_EXTENSIONS.join('|')})${SUFFIX}$`, 'i');
/** The first part of a split archive is included, so that it is refused with a reason. */
const ARCHIVE = /\.(?:cbz|zip|cbr|rar|cb7|7z|cbt|tar|epub|pdf)(?:\.001)?$/i;
/** Files of operating systems and NAS programs: thumbnails, snapshots and deleted files. */
const JUNK =
  /^(?:__macosx|thumbs\.db|ehthumbs\.db|desktop\.ini|[@#]eadir|[@#].*recycle.*|[@#].*snapshots?|@__thumb|@tmp|@appstore|#tmp|\$recycle\.bin|recycler|recycled|recycle bin|lost\+found|system volume information|network trash folder|temporary items|trash(?:es)?|trash-\d+|found\.\d{3}|回收站|回收箱|垃圾箱|垃圾桶|废纸篓|资源回收筒|資源回收筒|[@~]syno.*|~snapshots?|_gsdata_|~\$.*)$/;

export function isPictureName(path: string): boolean {
  return PICTURE.test(path) && !isJunk(path);
}

/** Pages without an extension: `001`, `第2页`, or `001.jpg ` with a space at its end. */
export function isNamelessPage(path: string): boolean {
  return (
    (/(?:^|\/)[^./]*\d[^./]*$/.test(path) || PICTURE.test(path.trimEnd())) && !isPictureName(path) && !isJunk(path)
  );
}

export function isArchiveName(path: string): boolean {
  return ARCHIVE.test(path) && !isJunk(path);
}

/** Files of file managers and operating systems: `._001.jpg`, `__MACOSX/…`, `@eaDir/…`. */
export function isJunk(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || JUNK.test(part.toLowerCase()));
}

export function isComicInfoName(path: string): boolean {
  return /(?:^|\/)ComicInfo\.xml$/i.test(path) && !isJunk(path);
}

/** Names of covers that other programs store beside the chapters of a series. */
export function isCoverName(name: string): boolean {
  return (
    /^(?:cover|folder|poster|banner|fanart|logo|thumb(?:nail)?|封面|横幅|海报)\.[^.]+$/i.test(name) &&
    isPictureName(name)
  );
}

/** A name for messages: printable and shortened. */
export function shownName(name: string): string {
  const plain = printableLine(name);
  return plain.length > 120 ? `${plain.slice(0, 80)}…${plain.slice(-30)}` : plain;
}
