/** Answer to a call. `json` is undefined when the body is not JSON. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers of any shape: a wrong field fails the expectation
export interface HttpReply<T = any> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: T
}

/** A body of content in the storage format, as it is sent. */
export const storage = (value: string) => ({ storage: { value, representation: 'storage' } })

/** Sends requests as a program does: real HTTP, no shortcuts. Redirects are shown, not followed. */
export class HttpClient {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url
    this.headers = headers
  }

  static basic(url: string, username: string, password: string): HttpClient {
    return new HttpClient(url, { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` })
  }

  with(headers: Record<string, string>): HttpClient {
    return new HttpClient(this.url, { ...this.headers, ...headers })
  }

  get(path: string): Promise<HttpReply> {
    return this.send('GET', path)
  }

  post(path: string, body?: unknown): Promise<HttpReply> {
    return this.send('POST', path, body)
  }

  put(path: string, body?: unknown): Promise<HttpReply> {
    return this.send('PUT', path, body)
  }

  delete(path: string, body?: unknown): Promise<HttpReply> {
    return this.send('DELETE', path, body)
  }

  /** Creates a page by REST. @param more further fields of the content, e.g. `ancestors` @returns its id */
  async createPage(space: string, title: string, text = '', more: object = {}): Promise<string> {
    const page = { type: 'page', title, space: { key: space }, body: storage(text) }
    const reply = await this.post('/rest/api/content', { ...page, ...more })
    if (reply.status !== 200) throw new Error(reply.text)
    return reply.json.id
  }

  /** Plain values go as JSON; strings, bytes, URLSearchParams and FormData as they are. */
  async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<HttpReply> {
    const raw =
      typeof body === 'string' ||
      body instanceof URLSearchParams ||
      body instanceof FormData ||
      body instanceof Uint8Array
    // Packing and unpacking would take a quarter of the time of a call.
    const all: Record<string, string> = { 'accept-encoding': 'identity', ...this.headers, ...headers }
    if (body !== undefined && !raw) all['content-type'] ??= 'application/json'
    const response = await fetch(this.url + path, {
      method,
      headers: all,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true && text !== ''
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
  }
}
