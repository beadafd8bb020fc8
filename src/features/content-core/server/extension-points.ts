import type { MacroFact } from '#language/index.ts'
import type { DiagramOutline } from '#language/markdown/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import type { ContentRow } from './store.ts'

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

/** Text of drafts that is stored elsewhere first, such as that of several users in one document. */
export interface DraftSource {
  /** Stores the newest text as the draft. */
  bringUpToDate(app: App, contentId: number): Promise<void>
  /** The viewer has discarded their draft. */
  dropped(ctx: Context, contentId: number): Promise<void>
}
export const draftSources = extensionPoint<DraftSource>('content.draft-sources')

/** Diagrams as text, for readers of Markdown. */
export interface DiagramOutlines {
  /** Names of the macros that show them, in lower case. */
  readonly macros: readonly string[]
  /** The outline of the diagram that a macro on a page shows, as far as the viewer may see it. */
  outline(
    ctx: Context,
    macro: Pick<MacroFact, 'name' | 'parameters'>,
    pageId: number,
  ): Promise<DiagramOutline | undefined>
}
export const diagramOutlines = extensionPoint<DiagramOutlines>('content.diagram-outlines')

/** Address of the picture of an emoji that the wiki adds to those of Unicode; undefined for an unknown name. */
export type EmojiPictures = (app: App, name: string) => Promise<string | undefined>
export const emojiPictures = extensionPoint<EmojiPictures>('content.emoji-pictures')
