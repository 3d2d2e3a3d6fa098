/** What goes back over HTTP; `token` asks for the cookie. */
export type Answer = { status: 200 | 400 | 500; body: string | Buffer; token?: string };
