/** What goes back over HTTP; `token` and `deviceCookie` ask for cookies, `expires` is a header: when time alone turns the answer. */
export type Answer = {
  status: 200 | 400 | 500;
  body: string | Buffer;
  token?: string;
  deviceCookie?: string;
  expires: string | undefined;
};
