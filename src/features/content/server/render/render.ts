import {
  builtinMacros,
  createMacroRegistry,
  ensureTaskIds,
  h,
  identity,
  parse,
  render,
  RenderLimitError,
  renderParts,
  settle,
  type Html,
  type Macro,
  type MacroRegistry,
  type RenderMode,
  type RenderOptions,
  type RenderPage,
  type StorageNode,
} from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { prepared, type Queries } from '#platform/server/database/index.ts'
import { extensionPoint } from '#platform/server/extensions.ts'
import { languageTag } from '#platform/server/language.ts'
import { unlessOutOfSpace } from '#platform/server/no-space.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { permissionsIn } from '#features/spaces/server/index.ts'
import { storageAt, storageOfRows, type ContentRow } from '../store.ts'
import { storeRender } from '../write.ts'
import { WikiHost } from './host.ts'
import { type Mentioned, stillNamed } from './people.ts'
import { PlainHtml } from './plain-html.ts'

/** Macros that features add to those of the language. */
export const pageMacros = extensionPoint<Macro>('content.macros')

/** What a stored rendering is valid for. */
interface RenderValidity {
  /** Other spaces whose readers alone see it like this. */
  spaces: number[]
  /** Whom it mentions, under which names. */
  people?: Mentioned
}

/** Raised whenever the renderer's output changes, so that HTML of an older version is not served. */
export const RENDERER = 6

/**
 * HTML of the current version, stored or rendered now. HTML that is the same for every reader of the page
 * is stored with its version.
 */
export async function renderCurrent(
  ctx: Context,
  row: ContentRow,
  spaceKey: string,
  mode: RenderMode,
): Promise<string> {
  const [stored] = await storedHtml(ctx.app.database.read, {
    id: row.id,
    mode: modeKey(ctx, mode),
    version: row.version,
  })
  return htmlOf(ctx, row, spaceKey, mode, { stored })
}

/** Contents of which the stored HTML and the texts are in memory at a time. */
const AT_ONCE = 100

/**
 * {@link renderCurrent} of many contents, by their ids. What is stored of them, and the texts of the others, are read in one
 * query each for {@link AT_ONCE} of them; what a text shows of other pages is asked for each.
 * @param keyOf keys of their spaces, by id
 */
export async function renderAllCurrent(
  ctx: Context,
  rows: readonly ContentRow[],
  keyOf: ReadonlyMap<number, string>,
  mode: RenderMode,
): Promise<Map<number, string>> {
  const all = new Map<number, string>()
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const part = rows.slice(from, from + AT_ONCE)
    const stored = await storedHtmlOf(ctx, part, mode)
    // Before the texts, which a renaming rewrites: see store().
    const mark = await lastEventNow(ctx)
    const texts = await storageOfRows(
      ctx.app,
      part.filter(row => !stored.has(row.id)),
    )
    for (const row of part) {
      all.set(
        row.id,
        await htmlOf(ctx, row, keyOf.get(row.space_id) ?? '', mode, {
          stored: stored.get(row.id),
          mark,
          storage: texts.get(row.id),
        }),
      )
    }
  }
  return all
}

interface StoredHtml {
  html: string
  dependencies: string
}

/** What was read of a content beforehand: its text together with the last event before that. */
interface AtHand {
  stored: StoredHtml | undefined
  mark?: number
  storage?: string | undefined
}

async function htmlOf(
  ctx: Context,
  row: ContentRow,
  spaceKey: string,
  mode: RenderMode,
  { stored, ...read }: AtHand,
): Promise<string> {
  const state = stored ? await stateOf(ctx, row, JSON.parse(stored.dependencies) as RenderValidity) : 'stale'
  if (stored && state === 'good') return stored.html
  const mark = read.mark ?? (await lastEventNow(ctx))
  const began = performance.now()
  const storage = read.storage ?? (await storageAt(ctx.app, row.id, row.version))
  const { html, validity } = await renderStorage(ctx, storage, pageOf(row, spaceKey), mode, row.space_id)
  const slow = performance.now() - began >= ctx.app.config.storeRenderingFromMs
  // Who may not read one of those spaces sees links into it as broken ones.
  const holds =
    validity && slow && state === 'stale' && row.status === 'current' && (await readsAll(ctx, row, validity.spaces))
  if (holds) await store(ctx, row, mode, html, validity, mark)
  return html
}

const storedHtml = prepared((db, { id, mode, version }: { id: number; mode: string; version: number }) =>
  db
    .selectFrom('content_render')
    .select(['html', 'dependencies'])
    .where('content_id', '=', id)
    .where('mode', '=', mode)
    .where('version', '=', version),
)

/** {@link storedHtml} of many contents, by their ids. */
async function storedHtmlOf(
  ctx: Context,
  rows: readonly ContentRow[],
  mode: RenderMode,
): Promise<Map<number, StoredHtml>> {
  const { read, dialect } = ctx.app.database
  const found = await read
    .selectFrom('content_render')
    .select(['content_id', 'version', 'html', 'dependencies'])
    .where('content_id', 'in', dialect.inIntegers(rows.map(row => row.id)))
    .where('mode', '=', modeKey(ctx, mode))
    .execute()
  const versions = new Map(rows.map(row => [row.id, row.version]))
  return new Map(
    found
      .filter(stored => stored.version === versions.get(stored.content_id))
      .map(stored => [stored.content_id, stored]),
  )
}

/** The page that a text is rendered for: of a comment or file, the one that holds it. */
export function pageOf(row: ContentRow, spaceKey: string): RenderPage {
  const page = { title: row.title, spaceKey, version: row.version, contentType: row.type }
  return row.container_id === null
    ? { ...page, id: String(row.id) }
    : { ...page, id: String(row.container_id), holderId: String(row.id) }
}

/** Renders storage text for one viewer; of one that is too much to render, a notice. `validity` is set when the HTML holds for other readers too. */
export async function renderStorage(
  ...args: Parameters<typeof renderWhole>
): Promise<{ html: string; validity?: RenderValidity }> {
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

/** {@link renderStorage}. @throws {RenderLimitError} if it is too much to render */
export async function renderWhole(
  ctx: Context,
  storage: string,
  page: RenderPage,
  mode: RenderMode,
  spaceId: number,
): Promise<{ html: string; validity?: RenderValidity }> {
  const plain = ctx.app.own(plainHtml)
  const key = PlainHtml.keyOf({ storage, page, mode, locale: ctx.locale })
  const known = plain.get(key)
  if (known !== undefined) return { html: known, validity: { spaces: [] } }
  const host = new WikiHost(ctx)
  let failed = false
  // Tasks that came without an id get the one by which they can be ticked; the stored text stays as it was published.
  const result = await render(ensureTaskIds(parse(storage)), {
    ...optionsFor(ctx, host, page, mode),
    onError: (error, macro) => {
      failed = true
      ctx.app.log.warn({ err: error, macro, page: page.id }, 'a macro failed')
    },
  })
  const { dependencies } = result
  const shared = !dependencies.perUser && !dependencies.volatile && !host.guarded
  if (!shared) return { html: result.html }
  if (!host.asked && !failed) plain.set(key, result.html)
  const people = await host.people.mentions(ctx.app)
  if (people === null) return { html: result.html }
  return {
    html: result.html,
    validity: { spaces: [...host.spaces].filter(id => id !== spaceId), ...(people && { people }) },
  }
}

/** What rendering for one viewer needs beside the text. */
function optionsFor(ctx: Context, host: WikiHost, page: RenderPage, mode: RenderMode): RenderOptions {
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
 * Renders parts of texts of several pages for one viewer, in as many queries as one part. References relative to a page, and
 * macros that read the wiki, are the caller's to replace beforehand.
 */
export function renderPartsOfPages(ctx: Context, parts: readonly (readonly StorageNode[])[]): Promise<readonly Html[]> {
  return renderParts(parts, optionsFor(ctx, new WikiHost(ctx), NOWHERE, 'view'))
}

const plainHtml = (): PlainHtml => new PlainHtml()

/** The language's macros and those of features, put together once: features register before anything is rendered. */
function macroRegistry(app: App): MacroRegistry {
  return createMacroRegistry([...builtinMacros, ...app.extensions.all(pageMacros)])
}

function lastEventNow({ app }: Context): Promise<number> {
  return app.facts.get('last event', () => lastEvent(app.database.read))
}

async function lastEvent(db: Queries): Promise<number> {
  const row = await db.selectFrom('event').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

/** HTML is stored for each language that it was read in: dates and the words of macros differ. */
function modeKey(ctx: Context, mode: RenderMode): string {
  // Who may not view profiles reads names without links.
  return `${RENDERER}:${mode}:${ctx.locale}${ctx.viewer.mayViewUsers ? '' : ':names'}`
}

/** Whether stored HTML is good for this reader, good for others though not for this one, or for nobody any more. */
async function stateOf(
  ctx: Context,
  row: ContentRow,
  { spaces, people }: RenderValidity,
): Promise<'good' | 'for others' | 'stale'> {
  if (!(await readsAll(ctx, row, spaces))) return 'for others'
  return people === undefined || (await stillNamed(ctx.app, people)) ? 'good' : 'stale'
}

async function readsAll(ctx: Context, row: ContentRow, spaces: readonly number[]): Promise<boolean> {
  for (const space of spaces) {
    if (space !== row.space_id && !(await permissionsIn(ctx.app, ctx.viewer, space)).has('read:space')) return false
  }
  return true
}

async function store(
  ctx: Context,
  row: ContentRow,
  mode: RenderMode,
  html: string,
  validity: RenderValidity,
  mark: number,
): Promise<void> {
  await unlessOutOfSpace(() =>
    ctx.app.database.transaction(
      async tx => {
        // Something changed while this was rendered, perhaps a page that it links to: the next reader renders it again.
        if ((await lastEvent(tx.db)) !== mark) return
        await storeRender(tx, {
          content_id: row.id,
          mode: modeKey(ctx, mode),
          version: row.version,
          html,
          dependencies: JSON.stringify(validity),
        })
      },
      { invalidates: false },
    ),
  )
}
