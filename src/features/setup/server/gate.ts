import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasAccounts, notSetUp } from '#features/accounts/server/index.ts'
import type { App } from '#platform/server/app.ts'
import { errorBody } from '#platform/server/http/errors.ts'
import { JSON_TYPE } from '#platform/server/http/http.ts'

/** Paths that work before the set-up: the set-up itself, files of its page, and reports of the server's health. */
const OPEN = /^\/(?:setup|assets|styles|images|status|health|metrics|favicon\.(?:ico|svg))(?:[/?]|$)/
const FOR_PROGRAMS = /^\/(?:rest|rpc|plugins|s|download)\//

/** Leads everybody to the set-up until the wiki has an account: people by a redirect, programs by 503. */
export function setupGate(app: App): void {
  let done = false
  const gate = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    done = await hasAccounts(app)
    if (done) return true
    if (isForPeople(request)) {
      void reply.redirect('/setup', 302)
      return false
    }
    // Sent, not thrown: a missing set-up is no error to log with its stack.
    const error = notSetUp(app)
    void reply
      .code(error.status)
      .headers(error.headers)
      .header('content-type', JSON_TYPE)
      .send(JSON.stringify(errorBody(error)))
    return false
  }
  const pass = async (request: FastifyRequest, reply: FastifyReply, next: (error?: Error) => void): Promise<void> => {
    let open: boolean
    try {
      open = await gate(request, reply)
    } catch (error) {
      next(error as Error)
      return
    }
    if (open) next()
  }
  app.http.fastify.addHook('onRequest', (request, reply, next) => {
    if (done || OPEN.test(request.url)) return next()
    void pass(request, reply, next)
  })
}

function isForPeople({ method, url, headers }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || FOR_PROGRAMS.test(url)) return false
  return headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept)
}
