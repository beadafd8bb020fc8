import type { Config } from '../config.ts'
import type { Mail, Mailer, MailFailure } from '../mail.ts'

const CONNECT_MS = 10_000
const SOCKET_MS = 30_000
/** Connections that stay open for the next message, for four minutes. */
const CONNECTIONS = 4
/** Messages of one connection: mail servers end those that send many more. */
const MESSAGES_PER_CONNECTION = 100
/** Further attempts at once with a message whose connection the server ended. Its sender tries it again later. */
const REQUEUES = 1
const MAX_SUBJECT = 500
/** One plain address: nothing that could begin another recipient or another header. */
const ADDRESS = /^[^\s<>()[\],;:\\"@]{1,64}@[^\s<>()[\],;:\\"@]{1,255}$/

/**
 * Sends by the SMTP server that the settings name, over connections that stay open for the next message; without one,
 * `configured` is false and `send` refuses.
 */
export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'baseUrl'>): Mailer {
  const { smtpUrl, mailFrom, baseUrl } = config
  const messageId = (id: string) => `<${id}@${new URL(baseUrl).hostname}>`
  if (!smtpUrl) {
    return {
      configured: false,
      failureOf,
      close: async () => {},
      send: () =>
        Promise.reject(new Error('No mail server is configured: set OXBOW_SMTP_URL, e.g. smtp://mail.example.org:587')),
    }
  }
  const open = async () =>
    (await import('nodemailer')).createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: CONNECTIONS,
      maxMessages: MESSAGES_PER_CONNECTION,
      maxRequeues: REQUEUES,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      dnsTimeout: CONNECT_MS,
      socketTimeout: SOCKET_MS,
      // Contents come from pages: they must never make the library read a file or fetch an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  let transport: ReturnType<typeof open> | undefined
  return {
    configured: true,
    failureOf,
    close: async () => (await transport)?.close(),
    async send(mail: Mail) {
      transport ??= open()
      await (
        await transport
      ).sendMail({
        from: mailFrom,
        to: { name: '', address: checkedAddress(mail.to) },
        subject: oneLine(mail.subject).slice(0, MAX_SUBJECT),
        text: mail.text,
        ...(mail.html === undefined ? {} : { html: mail.html }),
        // Keeps out-of-office answers from coming back.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...mail.headers },
        ...(mail.id === undefined ? {} : { messageId: messageId(mail.id) }),
        ...(mail.thread === undefined ? {} : { inReplyTo: messageId(mail.thread), references: messageId(mail.thread) }),
      })
    },
  }
}

/** Codes of nodemailer for what is refused of one message: its addresses, or what it holds. */
const OF_MESSAGE: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE'])
/** "Service not available, closing transmission channel" (RFC 5321, 4.2.3), whatever it answers. */
const CLOSING = 421

function failureOf(error: unknown): MailFailure {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return OF_MESSAGE.has(code) && responseCode !== CLOSING ? 'message' : 'server'
}

function checkedAddress(address: string): string {
  if (ADDRESS.test(address)) return address
  const error = new Error(`Not an e-mail address: ${JSON.stringify(address.slice(0, 100))}`)
  throw Object.assign(error, { code: 'EENVELOPE' })
}

/** Titles of pages become subjects; a line break in one must not become a header. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is to be removed
  return text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim()
}
