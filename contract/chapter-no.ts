/** Chapters of a comic that is named by days have the day as their number: 20231130. */
const DAY = /^((?:19|20)\d{2})(0[1-9]|1[0-2])([0-2]\d|3[01])$/;

export function chapterNoText(no: number): string {
  const day = DAY.exec(String(no));
  return day === null ? `第${no}话` : `${day[1]}-${day[2]}-${day[3]}`;
}
