export type Platform = 'pc' | 'ios' | 'android';

/** The platform as `config` expects it. An iPad calls itself a Macintosh and is recognised by its touch points. */
export function platformOf(userAgent: string, touchPoints = 0): Platform {
  if (/Android/i.test(userAgent)) return 'android';
  if (/iPhone|iPad|iPod/i.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'ios';
  return 'pc';
}

/** The platform as `user/register` expects it. */
export function registrationPlatformOf(platform: Platform): 'Android' | 'iOS' | null {
  if (platform === 'android') return 'Android';
  return platform === 'ios' ? 'iOS' : null;
}
