export function chapterNoText(no: number): string {
  return `第${no}话`;
}
