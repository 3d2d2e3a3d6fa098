import { renderSVG } from 'uqr';

/** The secret of an authenticator as a QR code and as text. */
export function EnrolmentCode({ uri, secret }: { uri: string; secret: string }) {
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`;
  return (
    <div className="flex flex-col items-center gap-3 sm:flex-row sm:items-start">
      <img
        src={picture}
        alt="验证器的二维码"
        width={176}
        height={176}
        className="size-44 shrink-0 rounded-lg bg-white"
      />
      <div className="text-sm text-soft">
        <p>
          用手机上的验证器扫描，如 Google Authenticator、Microsoft
          Authenticator、微信小程序「腾讯身份验证器」或密码管理器。
        </p>
        <a href={uri} className="flex min-h-11 items-center text-accent sm:hidden">
          验证器就在这部手机上：打开它
        </a>
        <p className="mt-2">不能扫描时，手动输入密钥：</p>
        <p className="mt-1 font-mono text-ink break-all select-all">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
      </div>
    </div>
  );
}
