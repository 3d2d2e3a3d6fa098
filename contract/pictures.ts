/** The most pictures of one feedback. */
export const MOST_PICTURES = 3;
/** The longest body of a call that sends a picture. nginx accepts no longer one without a setting of its own. */
export const MAX_PICTURE_BODY_BYTES = 1024 * 1024;
/** The longest picture: twice base64, it fits that body. */
export const MAX_PICTURE_BYTES = 560 * 1024;
