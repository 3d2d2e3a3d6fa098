const YUAN = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount in fen as yuan: ¥1,234.50, or -¥1.00. */
export function yuanText(fen: number): string {
  return `${fen < 0 ? '-' : ''}¥${YUAN.format(Math.abs(fen) / 100)}`;
}

export function countText(count: number): string {
  return count.toLocaleString('zh-CN');
}

const MEGABYTE = 1024 * 1024;

/** A size in bytes as the doctor writes it: 76.5 GB. */
export function bytesText(bytes: number): string {
  const megabytes = bytes / MEGABYTE;
  return megabytes >= 1024 ? `${(megabytes / 1024).toFixed(1)} GB` : `${megabytes.toFixed(1)} MB`;
}
