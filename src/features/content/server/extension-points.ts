import type { FastifyRequest } from 'fastify'
import type { Context } from '#platform/server/context.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { Expand } from '#platform/server/http/expand.ts'
import type { ContentRow, ContentType } from '#features/content-core/server/read.ts'
import type { ContentInput } from '../contract.ts'

/**
 * A part of a content's wire shape that another feature owns, e.g. `metadata.labels`. `path` is one name, or a group
 * (`metadata`, `children`, `body`, `restrictions`) and a name.
 */
export interface ContentExpansion {
  readonly path: string
  /** `load` reads nothing but the rows and what belongs to them, beside what it has as {@link contentWire}. */
  readonly isOfRows?: boolean
  /** Values for a whole page of rows in one go; rows without an entry get `null`. */
  load(ctx: Context, rows: readonly ContentRow[], expand: Expand): Promise<ReadonlyMap<number, unknown>>
}
export const contentExpansions = extensionPoint<ContentExpansion>('content.expansions')

/** The constant part of one type's shape: its `extensions`, further links, and plain `metadata`. */
export interface ContentFacet {
  readonly type: ContentType
  /** `load` reads nothing but the rows and what belongs to them. */
  readonly isOfRows?: boolean
  load(
    ctx: Context,
    rows: readonly ContentRow[],
  ): Promise<
    ReadonlyMap<
      number,
      {
        extensions?: Record<string, unknown>
        links?: Record<string, string>
        metadata?: Record<string, unknown>
      }
    >
  >
}
export const contentFacets = extensionPoint<ContentFacet>('content.facets')

/** Creates content of a type that another feature owns, e.g. comments, through the common call. */
export interface ContentCreator {
  readonly type: ContentType
  create(ctx: Context, input: ContentInput, request: FastifyRequest): Promise<ContentRow>
}
export const contentCreators = extensionPoint<ContentCreator>('content.creators')

/** Changes content of a type that another feature owns, through the common call. */
export interface ContentUpdater {
  readonly type: ContentType
  update(ctx: Context, row: ContentRow, input: ContentInput): Promise<ContentRow>
}
export const contentUpdaters = extensionPoint<ContentUpdater>('content.updaters')

/**
 * Called each time that a page's document is served, from the cache too: a reader is about to get it. Must not wait for
 * anything.
 */
export const pageVisits =
  extensionPoint<(ctx: Context, page: Pick<ContentRow, 'id' | 'status'>, request: FastifyRequest) => void>(
    'content.page-visits',
  )
