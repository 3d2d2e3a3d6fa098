/** A mail to one reader. */
export type Letter = {
  to: string;
  /** The name of the site. */
  fromName: string;
  subject: string;
  text: string;
  /** Is the same if the letter is sent again, so that mail programs can show it once. */
  id: string;
  /** A POST to it ends all mails, without a login (RFC 8058). */
  unsubscribeUrl: string;
};

/** `refused`: the mail server has no such mailbox; `later`: it may work another time. */
export type MailResult = 'sent' | 'refused' | 'later';

export type MailSender = {
  /** The address of the site, without a slash at its end. */
  siteUrl: string;
  send(letter: Letter): Promise<MailResult>;
};
