import type { FastifyRequest } from 'fastify'
import type { App } from '../app.ts'
import type { Context } from '../context.ts'
import { extensionPoint, type ExtensionPoint } from '../extensions.ts'
import { errorBody, HttpError } from './errors.ts'
import { Answer, JSON_TYPE } from './http.ts'

/** Why a document cannot be shown: 404 and its kin. */
export interface Problem {
  status: number
  message: string
}

/**
 * Makes the HTML document for an address that does not exist, or whose page cannot be shown. The last one that was added
 * is used.
 */
export type NotFoundPage = (ctx: Context, request: FastifyRequest, problem: Problem) => Promise<string> | string

export const notFoundPage: ExtensionPoint<NotFoundPage> = extensionPoint('platform.notFoundPage')

/** Addresses for programs: the answer is JSON whatever the client says it takes. */
const PROGRAM_PATH = /^\/(?:rest|rpc|health|metrics|status)(?:[/?]|$)/

const PLAIN_PAGE = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Page not found</title>
<body><main><h1>Page not found</h1><p>There is nothing at this address. <a href="/">Go to the start page</a></p></main></body></html>
`

/** Answers addresses that no call has: JSON in the error shape for programs, a page for people. */
export function answerUnknown(app: App): void {
  const { http } = app
  http.fastify.setNotFoundHandler(async (request, reply) => {
    reply.code(404)
    if (PROGRAM_PATH.test(request.url) || !takesHtml(request)) {
      const path = request.url.split('?', 1)[0] ?? ''
      return reply.header('content-type', JSON_TYPE).send(JSON.stringify(errorBody(404, `No call ${request.method} ${path} exists`)))
    }
    const page = app.extensions.all(notFoundPage).at(-1)
    return reply.header('content-type', 'text/html;charset=UTF-8').send(page ? await page(http.context(request), request, { status: 404, message: '' }) : PLAIN_PAGE)
  })
}

/** The document that `make` gives; where it cannot, a person gets a page that says so, and a program the error's JSON. */
export async function documentOr(ctx: Context, request: FastifyRequest, make: () => Promise<Answer>): Promise<Answer> {
  try {
    return await make()
  } catch (error) {
    const page = ctx.app.extensions.all(notFoundPage).at(-1)
    if (!(error instanceof HttpError) || error.status >= 500 || !page || !takesHtml(request)) throw error
    const { status, message } = error
    return Answer.html(await page(ctx, request, { status, message }), status, { 'cache-control': 'no-store' })
  }
}

function takesHtml(request: FastifyRequest): boolean {
  return /text\/html|application\/xhtml\+xml/i.test(request.headers.accept ?? '')
}
