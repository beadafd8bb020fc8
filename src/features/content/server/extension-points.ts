import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { Expand } from '#platform/server/http/expand.ts'
import type { ContentInput } from '../contract.ts'
import type { ContentRow } from './store.ts'
import type { ContentType } from './tables.ts'

/**
 * A part of a content's wire shape that another feature owns, e.g. `metadata.labels`. `path` is one name, or a group
 * (`metadata`, `children`, `body`, `restrictions`) and a name.
 */
export interface ContentExpansion {
  readonly path: string
  /** Values for a whole page of rows in one go; rows without an entry get `null`. */
  load(ctx: Context, rows: readonly ContentRow[], expand: Expand): Promise<ReadonlyMap<number, unknown>>
}
export const contentExpansions = extensionPoint<ContentExpansion>('content.expansions')

/** The constant part of one type's shape: its `extensions`, further links, and plain `metadata`. */
export interface ContentFacet {
  readonly type: ContentType
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

/** A text that was stored, as the current one of its content. */
export interface StoredText {
  readonly storage: string
  /** State of the content before: not there, a draft, or published. */
  readonly before: 'none' | 'draft' | 'current'
  /** Metadata from the client beside the text, unchecked. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/**
 * Takes part in storing content, inside its transaction: labels and properties that arrive with a body, tasks that are
 * found in it.
 */
export interface ContentWriter {
  stored?(tx: WriteTransaction, ctx: Context, row: ContentRow, text: StoredText): Promise<void>
  /** Content was copied; bring along what belongs to it. */
  copied?(tx: WriteTransaction, ctx: Context, from: ContentRow, to: ContentRow, options: CopyOptions): Promise<void>
  /** Content goes for good; rows that name it with a foreign key go by themselves. */
  purging?(tx: WriteTransaction, app: App, ids: readonly number[]): Promise<void>
}
export const contentWriters = extensionPoint<ContentWriter>('content.writers')

/** The parts that a copy brings along. */
export interface CopyOptions {
  attachments: boolean
  labels: boolean
  properties: boolean
  /** The source's own restrictions and those that it inherits. */
  restrictions: boolean
}

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
