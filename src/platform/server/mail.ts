/** A message in plain text, and optionally HTML of the same content. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

export interface Mailer {
  /** False when no SMTP server is configured; screens then say so instead of pretending. */
  readonly configured: boolean
  /** Sends now. Callers that must not lose a message queue a job. @throws when the server refuses it. */
  send(mail: Mail): Promise<void>
}
