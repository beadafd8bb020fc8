import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestWiki } from '../testing/harness.ts'
import { SmtpServer } from '../testing/smtp.ts'
import { createMailer } from './index.ts'

const baseUrl = 'https://wiki.example.org:8443'

describe('mail', () => {
  let smtp: SmtpServer
  let port: number
  beforeEach(async () => {
    smtp = new SmtpServer()
    port = await smtp.listen()
  })
  afterEach(() => smtp.close())
  const mailer = (user = '') =>
    createMailer({ smtpUrl: `smtp://${user}127.0.0.1:${port}`, mailFrom: 'Oxbow <wiki@example.org>', baseUrl })

  it('hands messages with text and HTML to the SMTP server', async () => {
    await mailer('wiki:pass%20word@').send({
      to: 'ann@example.org',
      subject: 'Grüße',
      text: 'Hello\n.\nAnn',
      html: '<p>Hello</p>',
    })
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

  it('gathers messages by their page, and says who they are when they are sent again', async () => {
    const headers = { Precedence: 'bulk', 'List-Unsubscribe': '<https://wiki.example.org/a>\r\nBcc: eve@example.org' }
    await mailer().send({ to: 'ann@example.org', subject: 'x', text: 'x', id: 'abc', thread: 'page-7', headers })
    const [head = ''] = smtp.received[0]?.data.split('\r\n\r\n') ?? []
    for (const line of [
      'Message-ID: <abc@wiki.example.org>',
      'In-Reply-To: <page-7@wiki.example.org>',
      'References: <page-7@wiki.example.org>',
      'Precedence: bulk',
      'Auto-Submitted: auto-generated',
    ])
      expect(head).toContain(line)
    expect(head).not.toMatch(/^Bcc:/im)
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
    for (const to of [
      'ann@example.org, eve@example.org',
      'Ann <ann@example.org>',
      'ann@example.org\r\nBcc: eve@example.org',
      'ann',
      '',
      'a@b@c',
    ]) {
      await expect(mailer().send({ to, subject: 'x', text: 'x' })).rejects.toThrow('Not an e-mail address')
    }
    expect(smtp.received).toEqual([])
  })

  it('reads no file and no address that a text names', async () => {
    await mailer().send({
      to: 'ann@example.org',
      subject: 'x',
      text: 'file:///etc/passwd',
      html: '<img src="file:///etc/passwd">',
    })
    expect(smtp.received[0]?.data).not.toContain('root:')
  })

  it('tells when the server refuses a message, or would refuse every other one too', async () => {
    const failing = async (to = 'ann@example.org') => {
      const sender = mailer()
      const error: unknown = await sender.send({ to, subject: 'x', text: 'x' }).catch((thrown: unknown) => thrown)
      return [sender.failureOf(error), (error as Error).message]
    }
    smtp.refuse = '550 no such mailbox'
    expect(await failing()).toEqual(['message', expect.stringContaining('550 no such mailbox')])
    expect(await failing('nobody')).toEqual(['message', expect.stringContaining('Not an e-mail address')])
    smtp.refuse = '421 closing'
    expect((await failing())[0]).toBe('server')
    await smtp.close()
    expect(await failing()).toEqual(['server', expect.stringContaining(`ECONNREFUSED 127.0.0.1:${port}`)])
    smtp = new SmtpServer()
    await smtp.listen()
  })

  it('keeps connections for what follows, opens another where the server has ended one, and ends them', async () => {
    const sender = mailer()
    const send = (subject: string) => sender.send({ to: 'ann@example.org', subject, text: 'x' })
    for (const subject of ['1', '2', '3']) await send(subject)
    expect([smtp.opened, smtp.received.length]).toEqual([1, 3])
    await Promise.all(Array.from({ length: 20 }, (_, n) => send(String(n))))
    expect(smtp.received).toHaveLength(23)
    expect(smtp.opened).toBeLessThanOrEqual(4)
    smtp.hangUp()
    await expect.poll(() => smtp.open).toBe(0)
    await send('again')
    expect(smtp.received).toHaveLength(24)
    await sender.close()
    await expect.poll(() => smtp.open).toBe(0)
    await expect(send('too late')).rejects.toThrow('closed')
  })

  it('ends the connections with the wiki', async () => {
    const wiki = await startTestWiki('sqlite', [], { OXBOW_SMTP_URL: `smtp://127.0.0.1:${port}` })
    await wiki.app.mail.send({ to: 'ann@example.org', subject: 'x', text: 'x' })
    expect(smtp.open).toBe(1)
    await wiki.close()
    await expect.poll(() => smtp.open).toBe(0)
  })

  it('says so when no server is configured', async () => {
    const none = createMailer({ smtpUrl: undefined, mailFrom: 'Oxbow <wiki@example.org>', baseUrl })
    expect(none.configured).toBe(false)
    expect(mailer().configured).toBe(true)
    await expect(none.send({ to: 'ann@example.org', subject: 'x', text: 'x' })).rejects.toThrow('OXBOW_SMTP_URL')
  })
})
