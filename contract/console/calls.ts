import * as comics from './comics.ts';
import * as orders from './orders.ts';
import { overview } from './overview.ts';
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
  orders.orderList,
  orders.orderSums,
  orders.orderChoices,
  orders.orderShow,
  orders.refundPreview,
  orders.refundOrder,
] as const;
