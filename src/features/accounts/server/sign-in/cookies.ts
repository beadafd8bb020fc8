import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import { readCookie } from './authentication.ts'
import { hashSecret } from './secrets.ts'
import { SESSION_COOKIE, type NewSession, type SessionOptions } from './sessions.ts'

function attributes(app: App) {
  return { httpOnly: true, sameSite: 'lax', secure: app.config.secure, path: '/' } as const
}

/** Gives the session to the browser. */
export function setSessionCookie(app: App, reply: FastifyReply, session: NewSession): void {
  reply.setCookie(SESSION_COOKIE, session.cookie, {
    ...attributes(app),
    ...(session.maxAge === undefined ? {} : { maxAge: session.maxAge }),
  })
}

/** Takes the session's cookie from the browser. */
export function clearSessionCookie(app: App, reply: FastifyReply): void {
  reply.clearCookie(SESSION_COOKIE, attributes(app))
}

/** Properties of the browser for a new session; the session that the browser had before ends with it. */
export function sessionOptions(request: FastifyRequest, remember: boolean): SessionOptions {
  const before = readCookie(request.headers.cookie, SESSION_COOKIE)
  return {
    remember,
    userAgent: request.headers['user-agent'] ?? '',
    address: request.ip,
    replaces: before ? hashSecret(before) : undefined,
  }
}
