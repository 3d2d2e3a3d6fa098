import * as adjusting from './adjusting.ts';
import * as comics from './comics.ts';
import { overview } from './overview.ts';
import * as readers from './readers.ts';
import * as session from './session.ts';
import * as staff from './staff.ts';

/** Every call of the console. */
export const CONSOLE_CALLS = [
  session.login,
  session.openLink,
  session.takeLink,
  session.logout,
  session.me,
  session.confirmFactor,
  session.sessions,
  session.endSession,
  session.changePassword,
  session.beginFactor,
  session.changeFactor,
  session.renewRecoveryCodes,
  session.keys,
  session.addKey,
  session.endKey,
  overview,
  staff.people,
  staff.invite,
  staff.changeRole,
  staff.disable,
  staff.resetPerson,
  staff.endSessions,
  staff.auditList,
  staff.auditExport,
  comics.comicList,
  comics.comicGenres,
  comics.comicGet,
  comics.comicEdit,
  comics.comicState,
  comics.comicUndo,
  readers.findReaders,
  readers.viewReader,
  readers.timeline,
  readers.banReader,
  readers.unbanReader,
  readers.endReaderSessions,
  adjusting.previewAdjustment,
  adjusting.adjustBalance,
] as const;
