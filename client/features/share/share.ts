export type ShareParts = {
  share?: (data: { title: string; url: string }) => Promise<void>;
  copy?: (text: string) => Promise<void>;
  /** The older way to copy, for plain http, where there is no clipboard API. */
  copyOld(text: string): boolean;
};

/** Opens the share sheet of the device, or copies the address if there is none. */
export async function share(
  title: string,
  url: string,
  parts: ShareParts,
): Promise<'shared' | 'copied' | 'failed' | 'closed'> {
  if (parts.share) {
    try {
      await parts.share({ title, url });
      return 'shared';
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return 'closed';
    }
  }
  return (await copyText(url, parts)) ? 'copied' : 'failed';
}

/** Copies a text; false if neither way to copy works. */
export async function copyText(text: string, parts: ShareParts = browserShare()): Promise<boolean> {
  try {
    if (!parts.copy) return parts.copyOld(text);
    await parts.copy(text);
    return true;
  } catch {
    return parts.copyOld(text);
  }
}

/** The address of a screen with the sharer's code. A new reader's session records it as the referrer. */
export function sharedAddress(origin: string, path: string, shareCode: string | undefined): string {
  const url = new URL(path, origin);
  if (shareCode) url.searchParams.set('u', shareCode);
  return url.href;
}

/** The functions of this browser for sharing. */
export function browserShare(): ShareParts {
  return {
    share: navigator.share?.bind(navigator),
    copy: navigator.clipboard?.writeText.bind(navigator.clipboard),
    copyOld,
  };
}

function copyOld(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}
