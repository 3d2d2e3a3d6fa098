// The `code` of each refusal, under the refusal's name. Each is a constant of its own, so that the client's bundle carries
// none of them but as the number it compares with.

export const sessionLost = -1;
export const unreadableRequest = 1000;
export const invalidField = 1001;
export const unknownCall = 1002;
export const tooManyRequests = 1003;
export const loginRequired = 1401;
export const wrongPassword = 2001;
export const wrongCode = 2002;
export const codeSentTooOften = 2003;
export const phoneTaken = 2004;
export const usernameTaken = 2005;
export const weakPassword = 2006;
export const proofRequired = 2007;
export const teenModeForbids = 2008;
export const ageUnconfirmed = 2009;
export const nicknameReserved = 2010;
export const linkExpired = 2011;
export const comicNotFound = 3001;
export const chapterNotFound = 3002;
export const chapterLocked = 3003;
export const insufficientCoins = 4001;
export const productUnavailable = 4002;
export const paymentUnavailable = 4003;
export const priceChanged = 4004;
export const noTicket = 4005;
export const spendingLimitReached = 4006;
export const orderNotFound = 4007;
export const giftUnavailable = 5001;
export const alreadyCheckedIn = 5002;
export const phoneRequired = 5003;
export const repairUnavailable = 5004;
export const questionNotFound = 6001;
export const serverError = 9000;
