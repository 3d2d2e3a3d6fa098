/** Chapters of a comic that is named by days have the day as their number: 20231130. */
const DAY = /^((?:19|20)\d{2})(0[1-9]|1[0-2])([0-2]\d|3[01])$/;

/** The largest number that staff can give: eight digits, as a day has. While chapters exchange their numbers they have larger ones. */
export const MOST_CHAPTER_NO = 99_999_999;

/** Whether a text of a form is the number of a chapter, with decimals if it is between two others. */
export function isChapterNo(text: string): boolean {
  return /^\d{1,8}(\.\d{1,5})?$/.test(text);
}

/**
 * Whether a number only gives the position of a chapter: a side story after chapter 12 has 12.01. Such numbers have two or more
 * decimals. Readers never see them.
 */
export function isOnlyPlace(no: number): boolean {
  return Math.abs(no * 10 - Math.round(no * 10)) > 1e-6;
}

/** The full number, as readers see it. */
export function chapterNoText(no: number): string {
  const day = DAY.exec(String(no));
  return day === null ? `第${no}话` : `${day[1]}-${day[2]}-${day[3]}`;
}
