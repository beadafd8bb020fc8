import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import type { AnyEndpoint } from '#platform/server/http/http.ts'
import { Answer } from '#platform/server/http/http.ts'
import type { ResponseOf } from '#platform/contract.ts'

/** Context of a method. It does its work through the calls of the REST interface, so their rules are its rules. */
export interface RpcCall {
  readonly ctx: Context
  readonly app: App
  /** Runs a call of the REST interface as who sent the request. */
  rest<E extends AnyEndpoint>(
    endpoint: E,
    input: { params?: unknown; query?: unknown; body?: unknown },
  ): Promise<ResponseOf<E>>
}

/** A method of the service: its parameters in order, and what it does. */
export interface RpcMethod {
  run(call: RpcCall, params: readonly unknown[]): Promise<unknown>
}

/** Declares a method by the schema of its parameters. */
export function method<S extends z.ZodType<readonly unknown[]>>(
  schema: S,
  run: (call: RpcCall, params: z.output<S>) => Promise<unknown>,
): RpcMethod {
  return {
    async run(call, params) {
      const result = schema.safeParse(params)
      if (result.success) return run(call, result.data)
      const [issue] = result.error.issues
      const place = issue?.path.length ? `number ${Number(issue.path[0]) + 1}: ` : ''
      throw badRequest('Wrong parameters: {{place}}{{reason}}', {
        values: { place, reason: issue?.message ?? '' },
        forPrograms: true,
      })
    },
  }
}

/** Context of a method: its calls of the REST interface are checked and allowed as if the client had sent them. */
export function rpcCallOf(ctx: Context, from: { request: FastifyRequest; reply: FastifyReply }): RpcCall {
  return {
    ctx,
    app: ctx.app,
    async rest(endpoint, input) {
      const answer = await ctx.app.http.invoke(endpoint, input, from)
      // Calls without a value answer by their status alone.
      return (answer instanceof Answer ? undefined : answer) as ResponseOf<typeof endpoint>
    },
  }
}

/** An error in the shape of JSON-RPC; its code is the HTTP status that the REST interface would answer. */
export interface RpcError {
  code: number
  message: string
  data: null
}

export const METHOD_NOT_FOUND = -32601
export const INVALID_REQUEST = -32600

/** The error for the caller. Errors of our own making are passed on to be logged. */
export function rpcError(error: unknown): RpcError {
  if (!(error instanceof HttpError)) throw error
  return { code: error.status, message: error.message, data: null }
}

/** An id as this protocol writes it: a number, or digits in a text. */
export const rpcId = z
  .union([z.number(), z.string()])
  .transform(String)
  .refine(value => /^(?:att)?\d{1,15}$/.test(value), 'must be a content id')
