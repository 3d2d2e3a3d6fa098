/** What goes back over HTTP; `token` asks for the cookie, `expires` is a header: when time alone turns the answer. */
export type Answer = { status: 200 | 400 | 500; body: string | Buffer; token?: string; expires: string | undefined };
