import { userInfo } from 'node:os';

/** The user of the system that runs this process, for messages; its number if it has no name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
