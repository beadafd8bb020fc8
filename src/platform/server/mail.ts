/** A message in plain text, and optionally HTML of the same content. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Left part of the `Message-ID`; the same when a mail is sent again, so that mail servers know it. */
  readonly id?: string
  /** Left part of a `Message-ID` under which mail programs gather this one with others. */
  readonly thread?: string
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Scope of a failure: this mail, or all mails. */
export type MailFailure = 'message' | 'server'

export interface Mailer {
  /** False when no SMTP server is configured; screens then say so instead of pretending. */
  readonly configured: boolean
  /**
   * Sends now. Callers that must not lose a message queue a job.
   * @throws when the server refuses it, see {@link failureOf}
   */
  send(mail: Mail): Promise<void>
  /** Whether what `send` threw is about the one message, or would meet every other one too. */
  failureOf(error: unknown): MailFailure
  /** Ends the connections to the mail server; nothing is sent afterwards. */
  close(): Promise<void>
}
