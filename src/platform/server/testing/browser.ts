import { HttpClient, type HttpReply } from './client.ts'

/** A client that keeps cookies as a browser does, for tests of sessions. Redirects are shown, not followed. */
export class Browser {
  readonly cookies = new Map<string, string>()
  #url: string

  constructor(url: string) {
    this.#url = url
  }

  get(path: string, headers: Record<string, string> = {}): Promise<HttpReply> {
    return this.send('GET', path, undefined, { accept: 'text/html', ...headers })
  }

  /** Posts a form as a page of the wiki does. */
  post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<HttpReply> {
    return this.send('POST', path, new URLSearchParams(fields), { origin: this.#url, ...headers })
  }

  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<HttpReply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await new HttpClient(this.#url).send(method, path, body, {
      ...headers,
      ...(cookie ? { cookie } : {}),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return reply
  }

  /** Signs in by the form. */
  login(username: string, password: string, fields: Record<string, string> = {}): Promise<HttpReply> {
    return this.post('/dologin.action', {
      os_username: username,
      os_password: password,
      os_destination: '',
      login: 'Log in',
      ...fields,
    })
  }
}
