import type { FastifyRequest } from 'fastify'
import type { ReactElement } from 'react'
import { readersText } from '../../error-text.ts'
import type { SeededQuery } from '../../page-data.ts'
import type { App } from '../app.ts'
import type { Context } from '../context.ts'
import { extensionPoint, type ExtensionPoint } from '../extensions.ts'
import { plainNotFoundPage, PROGRAM_PATH, takesHtml } from './error-page.ts'
import { errorBody, HttpError } from './errors.ts'
import { Answer, JSON_TYPE } from './http.ts'
import { pathOf } from './path-of.ts'

/** Why a document cannot be shown: 404 and similar. */
export interface Problem {
  status: number
  message: string
}

/**
 * Makes the HTML document for an address that does not exist, or whose page cannot be shown. The last one that was
 * added is used.
 */
export type NotFoundPage = (ctx: Context, request: FastifyRequest, problem: Problem) => Promise<string> | string

export const notFoundPage: ExtensionPoint<NotFoundPage> = extensionPoint('platform.notFoundPage')

/**
 * A feature's part of the document for an address at which nothing is, or nothing that the reader may see: it must be
 * the same for both. In the browser, which renders it in the place of the server's, it is an entry of the slot
 * `frame.missing`.
 */
export type MissingPart = (
  ctx: Context,
  request: FastifyRequest,
) => MissingContent | undefined | Promise<MissingContent | undefined>

export interface MissingContent {
  element?: ReactElement | undefined
  /** Answers that the entry of the slot shows. */
  queries?: readonly SeededQuery[]
}

export const missingParts: ExtensionPoint<MissingPart> = extensionPoint('platform.missing-parts')

/**
 * Answers addresses that no call has: JSON in the error shape for programs, a page for people. An address of a program
 * that has calls by other methods names them with 405; any address does, with 204, to who asks by `OPTIONS`.
 */
export function answerUnknown(app: App): void {
  const { http } = app
  const methodsAt = methodFinder(http.addresses)
  http.fastify.setNotFoundHandler(async (request, reply) => {
    if (request.method === 'OPTIONS') {
      // Of the server as a whole (RFC 9110, 9.3.7), or of an address.
      const methods = request.originalUrl === '*' ? methodsOf(http.addresses) : methodsAt(pathOf(request))
      if (methods.length > 0) return reply.code(204).header('allow', methods.join(', ')).send()
    }
    reply.code(404)
    if (PROGRAM_PATH.test(request.url) || !takesHtml(request)) {
      const path = pathOf(request)
      const methods = PROGRAM_PATH.test(path) ? methodsAt(path) : []
      if (methods.length > 0) {
        const allow = methods.join(', ')
        reply.header('allow', allow)
        const body = errorBody({
          status: 405,
          text: {
            key: '{{method}} is not among the methods of {{path}}: {{allow}}',
            values: { method: request.method, path, allow },
            forPrograms: true,
          },
        })
        // 405 is also what a wiki answers that is read-only; that is another matter.
        return reply
          .code(405)
          .header('content-type', JSON_TYPE)
          .send(JSON.stringify({ ...body, data: { ...body.data, allowedInReadOnlyMode: true } }))
      }
      return reply.header('content-type', JSON_TYPE).send(
        JSON.stringify(
          errorBody({
            status: 404,
            text: {
              key: 'No call {{method}} {{path}} exists',
              values: { method: request.method, path },
              forPrograms: true,
            },
          }),
        ),
      )
    }
    const page = app.extensions.all(notFoundPage).at(-1)
    return reply
      .header('content-type', 'text/html;charset=UTF-8')
      .send(
        page ? await page(http.context(request), request, { status: 404, message: '' }) : plainNotFoundPage(request),
      )
  })
}

/** Finds by which methods a path is called; the addresses may grow until the first time. */
function methodFinder(addresses: App['http']['addresses']): (path: string) => string[] {
  let patterns: { method: string; pattern: RegExp }[] | undefined
  return path => {
    patterns ??= addresses.map(address => ({
      method: address.method,
      pattern: new RegExp(
        `^${address.path
          .split('/')
          .map(part =>
            part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
          )
          .join('/')}/?$`,
      ),
    }))
    return methodsOf(patterns.filter(({ pattern }) => pattern.test(path)))
  }
}

function methodsOf(called: readonly { method: string }[]): string[] {
  const methods = new Set(called.map(({ method }) => method))
  if (methods.size === 0) return []
  return [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted()
}

/** The document that `make` gives; see {@link errorDocument} for where it cannot. */
export async function documentOr(ctx: Context, request: FastifyRequest, make: () => Promise<Answer>): Promise<Answer> {
  try {
    return await make()
  } catch (error) {
    return errorDocument(ctx, request, error)
  }
}

/** A page for people that says what is wrong. @throws `error` for programs, and where it is a fault of the server */
export async function errorDocument(ctx: Context, request: FastifyRequest, error: unknown): Promise<Answer> {
  const page = ctx.app.extensions.all(notFoundPage).at(-1)
  if (!(error instanceof HttpError) || error.status >= 500 || !page || !takesHtml(request)) throw error
  const { status, text } = error
  const message = readersText(ctx.app.texts.for(ctx.locale), status, text)
  return Answer.html(await page(ctx, request, { status, message }), status, { 'cache-control': 'no-store' })
}
