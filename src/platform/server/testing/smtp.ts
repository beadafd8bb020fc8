import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A message as it was received. */
interface Received {
  from: string
  to: string[]
  data: string
}

/** A mail server for tests: as much of SMTP (RFC 5321) as a client needs to send messages. */
export class SmtpServer {
  readonly received: Received[] = []
  /** Answers every recipient so. */
  refuse: string | undefined
  credentials: string | undefined
  /** Connections that were opened, and those that are open. */
  opened = 0
  get open(): number {
    return this.#sockets.size
  }
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

  /** Ends all connections, as servers do with those that are idle. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.hangUp()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket)
    this.opened++
    socket.on('close', () => this.#sockets.delete(socket))
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
