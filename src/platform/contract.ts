import type { z } from 'zod'

/**
 * The contract of a call: method, path and schemas in one value. The server validates with it, the browser
 * calls with it, and the OpenAPI document is made from it.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH'
  /** Path with `:name` placeholders, e.g. `/rest/api/content/:id`. */
  readonly path: string
  /** One line for the OpenAPI document. */
  readonly summary: string
  /** Feature name under which the OpenAPI page lists the call. */
  readonly tag: string
  readonly params?: Params
  /** Values arrive as strings; use `z.coerce` or the helpers of `#platform/wire.ts`. */
  readonly query?: Query
  readonly body?: Body
  /** How the body arrives. `form` also accepts the fields in the query ("one bag"). Default `json`. */
  readonly encoding?: 'json' | 'form' | 'multipart' | 'bytes'
  readonly response?: Response
  /** Status of success; default 200. */
  readonly status?: number
  /** Largest accepted body in bytes; default 1 MB for json and form. */
  readonly bodyLimit?: number
  /**
   * Whether a form, multipart or bytes post without an XSRF token is accepted. Default false. JSON needs none, as
   * clients of the old product expect, unless a page of another site could have sent it.
   */
  readonly allowWithoutToken?: boolean
  /**
   * Whether pages of other sites may send the call and read its answer (CORS). Default false. Such a
   * call is always answered as to an anonymous visitor, whatever credentials are sent.
   */
  readonly openToOtherSites?: boolean
  /**
   * Whether the call is answered while the wiki is read-only. Default: those by GET are. For calls by other methods
   * that change nothing, or nothing but who is signed in.
   */
  readonly allowedInReadOnlyMode?: boolean
  /**
   * Whether access tokens that may only read are accepted. Default: by calls of GET. For calls by other methods that
   * change nothing at all.
   */
  readonly onlyReads?: boolean
}

/** Declares a call; see {@link Endpoint}. */
export function endpoint<
  const Params extends z.ZodType = z.ZodType<Record<string, never>>,
  const Query extends z.ZodType = z.ZodType<Record<string, never>>,
  const Body extends z.ZodType = z.ZodType<undefined>,
  const Response extends z.ZodType = z.ZodType<unknown>,
>(definition: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return definition
}

/** Values that the handler receives and the caller sends, after validation. */
export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
export type ResponseOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never
/** Values that a caller may pass before coercion. */
export type QueryInputOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never
export type BodyInputOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never
