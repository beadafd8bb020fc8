import { lookup as resolve, type LookupAddress } from 'node:dns'
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'
import { z } from 'zod'
import type { App } from './app.ts'
import { version } from './package.ts'
import { setting } from './settings.ts'

/** Hosts (names or addresses) in the own network that the wiki may call. Webhooks were the first to call any. */
export const allowedHosts = setting('webhooks.allowed-hosts', z.array(z.string()), [])

/** Raised before anything is sent: the address is within the own network. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
}

/** Addresses that are not of the public internet (IANA special-purpose registries for IPv4 and IPv6). */
const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv4')
/**
 * Of IPv6 only global unicast is public, without the parts of it that reach IPv4 or are for documents and benchmarks.
 */
const PUBLIC6 = new BlockList()
PUBLIC6.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6')

/** Whether an IP address is in a network that only the server's own neighbours reach. */
export function isPrivateAddress(address: string): boolean {
  if (isIPv4(address)) return PRIVATE.check(address, 'ipv4')
  return !PUBLIC6.check(address, 'ipv6') || PRIVATE.check(address, 'ipv6')
}

/** Raised when an answer did not arrive in time. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** An http or https address. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** How long connecting, sending and answering may take together. */
  readonly timeoutMs: number
  /** Bytes of the answer that are read; see {@link OutgoingAnswer.isCut}. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
}

export interface OutgoingAnswer {
  readonly status: number
  readonly body: string
  /** The answer was longer than `maxBytes`: `body` is its beginning. */
  readonly isCut: boolean
}

/**
 * Sends a request of the wiki itself. Hosts in the own network are refused unless they are {@link allowedHosts}. The
 * address is resolved once and the connection goes to what was checked, so that a name cannot mean something else by
 * then; redirects are answers like others and are not followed.
 * @throws PrivateAddressError, NoAnswerError, or what went wrong on the way
 */
export async function sendRequest(
  { settings }: Pick<App, 'settings'>,
  { method, url, headers, body, timeoutMs, maxBytes, signal }: OutgoingRequest,
): Promise<OutgoingAnswer> {
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const allowed = settings.get(allowedHosts).includes(host)
  if (!allowed && isIP(host) !== 0 && isPrivateAddress(host)) throw refused(host)
  const deadline = AbortSignal.timeout(timeoutMs)
  return new Promise((done, fail) => {
    const send = target.protocol === 'https:' ? overHttps : overHttp
    const onError = (cause: Error) =>
      fail(deadline.aborted ? new NoAnswerError(`No answer within ${timeoutMs / 1000} seconds`, { cause }) : cause)
    const outgoing = send(
      target,
      {
        method,
        headers: {
          'user-agent': `Oxbow/${version}`,
          ...headers,
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        agent: false,
        ...(allowed ? {} : { lookup: publicLookup }),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      },
      incoming => {
        const chunks: Buffer[] = []
        let size = 0
        incoming.on('data', (chunk: Buffer) => {
          chunks.push(chunk.subarray(0, Math.max(0, maxBytes - size)))
          size += chunk.length
          // The rest is of no use, and might never end.
          if (size > maxBytes) incoming.destroy()
        })
        incoming.on('error', onError)
        incoming.on('close', () => {
          if (!incoming.complete && size <= maxBytes) onError(new Error('The answer broke off'))
          else
            done({
              status: incoming.statusCode ?? 0,
              body: Buffer.concat(chunks).toString().replaceAll('\0', ''),
              isCut: size > maxBytes,
            })
        })
      },
    )
    outgoing.on('error', onError)
    outgoing.end(body)
  })
}

const refused = (host: string) =>
  new PrivateAddressError(
    `${host} is within the wiki's own network. An administrator may allow it in the list of allowed hosts`,
  )

/** Resolves a name as always, and refuses it when one of its addresses is private. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, found) => {
    const addresses: LookupAddress[] = error ? [] : found
    if (error) callback(error, [])
    else if (addresses.some(({ address }) => isPrivateAddress(address))) callback(refused(hostname), [])
    else if (options.all) callback(null, addresses)
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 4)
  })
}
