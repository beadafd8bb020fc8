import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMailer } from './index.ts'

interface Received {
  from: string
  to: string[]
  data: string
}

/** As much of SMTP (RFC 5321) as a client needs to hand over messages. */
class SmtpServer {
  readonly received: Received[] = []
  /** Answers every recipient so. */
  refuse: string | undefined
  credentials: string | undefined
  #server: Server
  #sockets = new Set<Socket>()

  constructor() {
    this.#server = createServer(socket => this.#talk(socket))
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket)
    socket.setEncoding('utf8')
    let text = ''
    let message: Received = { from: '', to: [], data: '' }
    let inData = false
    const say = (line: string) => void socket.write(`${line}\r\n`)
    const command = (line: string): void => {
      const [verb = ''] = line.toUpperCase().split(/[ :]/)
      if (verb === 'EHLO') return say('250-test\r\n250 AUTH PLAIN')
      if (verb === 'AUTH') {
        this.credentials = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString()
        return say('235 ok')
      }
      if (verb === 'MAIL') message = { from: line, to: [], data: '' }
      if (verb === 'RCPT') {
        if (this.refuse !== undefined) return say(this.refuse)
        message.to.push(/<(.*)>/.exec(line)?.[1] ?? '')
      }
      if (verb === 'DATA') {
        inData = true
        return say('354 go on')
      }
      if (verb === 'QUIT') return void socket.end('221 bye\r\n')
      say('250 ok')
    }
    say('220 test')
    socket.on('data', (part: string) => {
      text += part
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (!inData) command(line)
        else if (line === '.') {
          inData = false
          this.received.push(message)
          say('250 taken')
        } else message.data += `${line.replace(/^\.\./, '.')}\r\n`
      }
    })
  }
}

describe('mail', () => {
  let smtp: SmtpServer
  let port: number
  beforeEach(async () => {
    smtp = new SmtpServer()
    port = await smtp.listen()
  })
  afterEach(() => smtp.close())
  const mailer = (user = '') => createMailer({ smtpUrl: `smtp://${user}127.0.0.1:${port}`, mailFrom: 'Oxbow <wiki@example.org>' })

  it('hands messages with text and HTML to the SMTP server', async () => {
    await mailer('wiki:pass%20word@').send({ to: 'ann@example.org', subject: 'Grüße', text: 'Hello\n.\nAnn', html: '<p>Hello</p>' })
    const [message] = smtp.received
    expect(message?.to).toEqual(['ann@example.org'])
    expect(message?.from).toContain('<wiki@example.org>')
    expect(message?.data).toContain('From: Oxbow <wiki@example.org>\r\n')
    expect(message?.data).toContain('Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=')
    expect(message?.data).toContain('Auto-Submitted: auto-generated')
    expect(message?.data).toContain('multipart/alternative')
    expect(message?.data).toContain('Hello\r\n.\r\nAnn')
    expect(smtp.credentials).toBe('\0wiki\0pass word')
  })

  it('lets no subject become a header or a recipient', async () => {
    await mailer().send({ to: 'ann@example.org', subject: 'Page\r\nBcc: eve@example.org\r\n\r\nbody', text: 'x' })
    const [message] = smtp.received
    expect(message?.to).toEqual(['ann@example.org'])
    const headers = message?.data.split('\r\n\r\n')[0] ?? ''
    expect(headers).not.toMatch(/^Bcc:/im)
    expect(headers).toContain('Subject: Page Bcc: eve@example.org body')
  })

  it('refuses addresses that are more than one address', async () => {
    for (const to of ['ann@example.org, eve@example.org', 'Ann <ann@example.org>', 'ann@example.org\r\nBcc: eve@example.org', 'ann', '', 'a@b@c']) {
      await expect(mailer().send({ to, subject: 'x', text: 'x' })).rejects.toThrow('Not an e-mail address')
    }
    expect(smtp.received).toEqual([])
  })

  it('reads no file and no address that a text names', async () => {
    await mailer().send({ to: 'ann@example.org', subject: 'x', text: 'file:///etc/passwd', html: '<img src="file:///etc/passwd">' })
    expect(smtp.received[0]?.data).not.toContain('root:')
  })

  it('tells when the server refuses a message or is not there', async () => {
    smtp.refuse = '550 no such mailbox'
    await expect(mailer().send({ to: 'ann@example.org', subject: 'x', text: 'x' })).rejects.toThrow('550 no such mailbox')
    const gone = mailer()
    const url = port
    await smtp.close()
    await expect(gone.send({ to: 'ann@example.org', subject: 'x', text: 'x' })).rejects.toThrow(`ECONNREFUSED 127.0.0.1:${url}`)
    smtp = new SmtpServer()
    await smtp.listen()
  })

  it('says so when no server is configured', async () => {
    const none = createMailer({ smtpUrl: undefined, mailFrom: 'Oxbow <wiki@example.org>' })
    expect(none.configured).toBe(false)
    expect(mailer().configured).toBe(true)
    await expect(none.send({ to: 'ann@example.org', subject: 'x', text: 'x' })).rejects.toThrow('OXBOW_SMTP_URL')
  })
})
