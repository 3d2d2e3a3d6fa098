const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

// Most browsers also name those they descend from: the first that fits is the nearest.
const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/QQBrowser|MQQBrowser/, 'QQ 浏览器'],
  [/\bQQ\//, 'QQ'],
  [/Weibo/, '微博'],
  [/UCBrowser|UCWEB/, 'UC 浏览器'],
  [/MiuiBrowser/, '小米浏览器'],
  [/HuaweiBrowser/, '华为浏览器'],
  [/SamsungBrowser/, '三星浏览器'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

/** What a reader calls the device, told from its user agent: `iPhone · 微信`. */
export function deviceName(userAgent: string): string {
  const named = [SYSTEMS, BROWSERS].flatMap((kinds) => kinds.find(([pattern]) => pattern.test(userAgent))?.[1] ?? []);
  return named.join(' · ') || '未知设备';
}
