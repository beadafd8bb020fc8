import type { FastifyRequest } from 'fastify'

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const BY_PROXIES = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'x-real-ip',
  'via',
] as const

/**
 * Whether a request comes from a program on this machine, as far as known: not when a proxy says that it forwards it.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  return (
    LOOPBACK.has(request.socket.remoteAddress ?? '') && BY_PROXIES.every(name => request.headers[name] === undefined)
  )
}
