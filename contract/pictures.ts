/** The maximum number of pictures in one feedback. */
export const MOST_PICTURES = 3;
/** The maximum body of a call that sends a picture. It is the default limit of nginx. */
export const MAX_PICTURE_BODY_BYTES = 1024 * 1024;
/** The maximum size of a picture: encoded in base64 twice, it fits into that body. */
export const MAX_PICTURE_BYTES = 560 * 1024;
