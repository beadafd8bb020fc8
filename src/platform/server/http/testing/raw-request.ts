import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface RawReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The bytes as they came, not decompressed. */
  readonly body: Buffer
  /** The body parsed; undefined when it is not JSON. */
  readonly json: unknown
}

/** GET with exactly these headers: unlike `fetch`, it adds no `Accept-Encoding` and decompresses nothing. */
export async function request(url: string, headers: Record<string, string>): Promise<RawReply> {
  const sent = httpRequest(url, { headers, agent: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const isJson =
    response.headers['content-type']?.includes('json') === true && response.headers['content-encoding'] === undefined
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body,
    json: isJson ? JSON.parse(body.toString()) : undefined,
  }
}
