import {
  builtinMacros,
  createMacroRegistry,
  ensureTaskIds,
  h,
  identity,
  render,
  RenderLimitError,
  renderParts,
  settle,
  type Html,
  type Macro,
  type MacroRegistry,
  type RenderMode,
  type RenderPage,
  type StorageNode,
} from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { recordSources } from '#platform/server/database/index.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import { languageTag } from '#platform/server/language.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { Lane } from '#platform/server/workers/index.ts'
import { documentOf } from '../model/documents.ts'
import type { ContentRow } from '../store.ts'
import { WikiHost } from './host.ts'
import { renderInThread, type WikiRenderOptions } from './in-thread.ts'
import { PlainHtml } from './plain-html.ts'
import type { RenderValidity } from './stored.ts'

/** Macros that features add to those of the language. */
export const pageMacros = extensionPoint<Macro>('content.macros')

/** The page that a text is rendered for: of a comment or file, the one that holds it. */
export function pageOf(row: ContentRow, spaceKey: string): RenderPage {
  const page = { title: row.title, spaceKey, version: row.version, contentType: row.type }
  return row.container_id === null
    ? { ...page, id: String(row.id) }
    : { ...page, id: String(row.container_id), holderId: String(row.id) }
}

/** A text as HTML; `validity` is set when that holds for other readers too. */
export interface Rendered {
  html: string
  validity?: RenderValidity
}

/** Renders storage text for one viewer; of one that is too much to render, a notice. */
export async function renderStorage(...args: Parameters<typeof renderWhole>): Promise<Rendered> {
  try {
    return await renderWhole(...args)
  } catch (error) {
    if (!(error instanceof RenderLimitError)) throw error
    const [ctx, , page] = args
    ctx.app.log.warn({ err: error, page: page.id }, 'a text is too much to render')
    const message = readerOf(ctx).t('This text is too much to show at once. Make it shorter, or take out macros.')
    return { html: await settle(h('div', { class: 'error', role: 'note' }, message)) }
  }
}

/**
 * {@link renderStorage}.
 * @param lane who waits for it
 * @throws {RenderLimitError} if it is too much to render
 */
export async function renderWhole(...args: Parameters<typeof renderRecorded>): Promise<Rendered> {
  const { value, sources } = await recordSources(() => renderRecorded(...args))
  const { html, validity } = value
  return validity ? { html, validity: { ...validity, sources } } : { html }
}

type Recorded = Omit<Rendered, 'validity'> & { validity?: Omit<RenderValidity, 'sources'> }

async function renderRecorded(
  ctx: Context,
  storage: string,
  page: RenderPage,
  mode: RenderMode,
  spaceId: number,
  lane: Lane = 'others',
): Promise<Recorded> {
  const isLarge = ctx.app.workers.isLarge(storage.length, lane)
  const plain = ctx.app.own(plainHtml)
  // To name a large text by its digest takes long, too.
  const key = isLarge ? undefined : PlainHtml.keyOf({ storage, page, mode, locale: ctx.locale })
  const known = key === undefined ? undefined : plain.get(key)
  if (known !== undefined) return { html: known.html, validity: { spaces: [], ...(known.worded && { worded: true }) } }
  const host = new WikiHost(ctx)
  let failed = false
  const onError = (error: unknown, macro: string) => {
    failed = true
    ctx.app.log.warn({ err: error, macro, page: page.id }, 'a macro failed')
  }
  const options = (of: RenderPage): WikiRenderOptions => ({ ...optionsFor(ctx, host, of, mode), onError })
  const result = isLarge
    ? await renderInThread(ctx.app, storage, {
        lane,
        host,
        page,
        macros: ctx.app.extensions.all(pageMacros),
        optionsFor: options,
      })
    : // Tasks that came without an id get the one by which they can be ticked; the stored text stays as it was published.
      await render(ensureTaskIds(documentOf(storage)), options(page))
  const { dependencies } = result
  const shared = !dependencies.perUser && !dependencies.volatile && !host.guarded
  if (!shared) return { html: result.html }
  const worded = dependencies.worded || host.personal
  if (key !== undefined && !host.asked && !failed) plain.set(key, { html: result.html, worded })
  const people = await host.people.mentions(ctx.app)
  if (people === null) return { html: result.html }
  return {
    html: result.html,
    validity: {
      spaces: [...host.spaces].filter(id => id !== spaceId),
      ...(people && { people }),
      ...(worded && { worded }),
    },
  }
}

/** Options of rendering for one viewer, beside the text. */
function optionsFor(ctx: Context, host: WikiHost, page: RenderPage, mode: RenderMode): WikiRenderOptions {
  return {
    host,
    page,
    mode,
    locale: languageTag(ctx.locale),
    t: (text, values) => identity(readerOf(ctx).t(text), values),
    macros: ctx.app.own(macroRegistry),
    ...(mode === 'view' ? {} : { baseUrl: ctx.app.baseUrl }),
  }
}

/** The page of what belongs to no page. */
const NOWHERE: RenderPage = { id: '0', title: '', spaceKey: '', contentType: 'page' }

/**
 * Renders parts of texts of several pages for one viewer, in as many queries as one part. References relative to a
 * page, and macros that read the wiki, are the caller's to replace beforehand.
 */
export function renderPartsOfPages(ctx: Context, parts: readonly (readonly StorageNode[])[]): Promise<readonly Html[]> {
  return renderParts(parts, optionsFor(ctx, new WikiHost(ctx), NOWHERE, 'view'))
}

const plainHtml = (): PlainHtml => new PlainHtml()

/** Put together once: features register before anything is rendered. */
function macroRegistry(app: App): MacroRegistry {
  return createMacroRegistry(macrosOf(app))
}

/** The macros of the language, and those of features in the order in which they register. */
export function macrosOf(app: App): readonly Macro[] {
  return [...builtinMacros, ...app.extensions.all(pageMacros)]
}
