import { readFileSync, realpathSync } from 'node:fs';
import { ROOT, SetUpError } from './install.mjs';

/** Written by deploy/set-up.sh. All users may read it, unlike the settings. */
const UNIT = '/etc/systemd/system/manyu.service.d/10-manyu.conf';

/**
 * If this checkout is installed as a service with its own data folder, refuses commands that would use the checkout's data
 * folder: commands by npm, and commands without DATA_DIR. The service and its `manyu` always set DATA_DIR.
 */
export function refuseBesideUnit(instead, isByNpm, { env = process.env, root = ROOT, unit = UNIT } = {}) {
  if (!isUnit(root, unit) || (env.DATA_DIR && !isByNpm)) return;
  throw new SetUpError(
    `${root} 里的漫屿是系统服务，它的设置与数据在别处（/etc/manyu/manyu.env）。什么也没有做；请写：${instead}`,
  );
}

function isUnit(root, unit) {
  try {
    const folder = /^WorkingDirectory=(.+)$/m.exec(readFileSync(unit, 'utf8'))?.[1];
    return folder !== undefined && realpathSync(folder) === realpathSync(root);
  } catch {
    return false;
  }
}
