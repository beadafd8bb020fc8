import type { RenderMode } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { addSources, madeFrom, type Sources } from '#platform/server/database/index.ts'
import { permissionsIn } from '#features/spaces/server/index.ts'
import { sourcesOf, type ContentRow } from '../store.ts'
import { storedHtmlOfMany, storedHtmlOfOne } from '../store/renders.ts'
import type { ContentRenderTable } from '../tables.ts'
import { stillNamed, type Mentioned } from './people.ts'

/**
 * Raised whenever the renderer's output changes, also by a macro that is new, so that HTML of an older version is not
 * served.
 */
export const RENDERER = 23

/** For whom a rendering holds. */
export interface RenderValidity {
  /** Other spaces whose readers alone see it like this. */
  spaces: number[]
  /** People whom it mentions, with their names. */
  people?: Mentioned
  /** It has words or dates in the language that it was rendered in. */
  worded?: boolean
  /** Contents and spaces that were looked at. */
  sources: Sources
}

/** HTML that is stored with a version, and for whom it holds, as JSON. */
export interface StoredHtml {
  html: string
  dependencies: string
}

/** The stored HTML of the current version of a content; for this reader, if {@link stateOf} it is good. */
export async function storedHtml(ctx: Context, row: ContentRow, mode: RenderMode): Promise<StoredHtml | undefined> {
  const [anybody, own] = modeKeys(ctx, mode)
  const values = { id: row.id, anybody, own, version: row.version }
  const [stored] = await madeFrom(sourcesOf([row]), () => storedHtmlOfOne(ctx.app.database.read, values))
  return stored
}

/** {@link storedHtml} of many contents, by their ids. */
export async function storedHtmlOf(
  ctx: Context,
  rows: readonly ContentRow[],
  mode: RenderMode,
): Promise<Map<number, StoredHtml>> {
  const [anybody, own] = modeKeys(ctx, mode)
  const values = { ids: rows.map(row => row.id), anybody, own }
  const found = await madeFrom(sourcesOf(rows), () => storedHtmlOfMany(ctx.app.database, values))
  const versions = new Map(rows.map(row => [row.id, row.version]))
  return new Map(
    found
      .filter(stored => stored.version === versions.get(stored.content_id))
      .map(stored => [stored.content_id, stored]),
  )
}

/**
 * Whether stored HTML is good for this reader, good for others though not for this one, or outdated. A change of what
 * it shows deletes it; its sources are those of the answer with it.
 */
export async function stateOf(
  ctx: Context,
  row: ContentRow,
  { dependencies }: StoredHtml,
): Promise<'good' | 'for others' | 'stale'> {
  const { spaces, people, sources } = JSON.parse(dependencies) as RenderValidity
  addSources(sources)
  for (const space of spaces) {
    if (space !== row.space_id && !(await permissionsIn(ctx.app, ctx.viewer, space)).has('read:space'))
      return 'for others'
  }
  return people === undefined || (await stillNamed(ctx.app, people)) ? 'good' : 'stale'
}

/** HTML of the current version of a content as it is stored. @param ctx for whom it was rendered */
export function storableHtml(
  ctx: Context,
  row: ContentRow,
  mode: RenderMode,
  { html, validity }: { html: string; validity: RenderValidity },
): ContentRenderTable {
  const [anybody, own] = modeKeys(ctx, mode)
  return {
    content_id: row.id,
    mode: validity.worded || validity.people ? own : anybody,
    version: row.version,
    html,
    dependencies: JSON.stringify(validity),
  }
}

/**
 * Keys of stored HTML that is the same in all languages and mentions no user, and of other HTML for this reader: dates
 * and the words of macros are in a language, and users who may not view profiles read names without links.
 */
function modeKeys({ locale, viewer }: Context, mode: RenderMode): [anybody: string, own: string] {
  const anybody = `${RENDERER}:${mode}`
  return [anybody, `${anybody}:${locale}${viewer.mayViewUsers ? '' : ':names'}`]
}
