import { paths } from '../../../paths.ts';
import { closeLogin } from '../../../state.ts';
import { ScreenLink } from '../../navigation/screen-link/screen-link.tsx';

const LINK = 'inline-flex min-h-11 items-center text-accent';

/** The agreement to the terms that a login includes. */
export function Agreement({ act }: { act: '登录' | '注册' }) {
  return (
    <p className="text-center text-xs text-soft">
      {act}即表示同意
      <ScreenLink to={paths.service} className={LINK} onClick={closeLogin}>
        《服务条款》
      </ScreenLink>
      与
      <ScreenLink to={paths.privacy} className={LINK} onClick={closeLogin}>
        《隐私政策》
      </ScreenLink>
    </p>
  );
}
