import type { z } from 'zod'
import type { Context } from '#platform/server/context.ts'
import { madeFrom, readExtension } from '#platform/server/database/index.ts'
import { expanded, type Expand } from '#platform/server/http/expand.ts'
import {
  contentPath,
  levelsOf,
  positionsOf,
  sourcesOf,
  tinyId,
  type ContentRow,
} from '#features/content-core/server/read.ts'
import type { content } from '../../contract.ts'
import { contentExpansions, contentFacets, type ContentExpansion } from '../extension-points.ts'
import { spacesOf } from './of-rows.ts'

export type Wire = Record<string, unknown>
export type ContentWire = z.output<typeof content>

/** Members of the groups that expand one by one, in the order in which they are written. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  children: ['page', 'attachment', 'comment'],
  descendants: ['page', 'attachment', 'comment'],
  restrictions: ['read', 'update'],
  body: ['storage', 'editor', 'markdown', 'view', 'export_view', 'styled_view', 'anonymous_export_view'],
  metadata: ['labels', 'properties', 'currentuser', 'frontend'],
}
/** Top-level names in the order in which they are written: `body` and `_expandable` are before `_links`. */
const NAMES = [
  'space',
  'history',
  'version',
  'ancestors',
  'container',
  'operations',
  'children',
  'descendants',
  'restrictions',
  'body',
  'metadata',
] as const

/**
 * Wire shapes of contents with what is to be expanded; as many queries for one row as for all, but for `descendants`
 * and what macros ask.
 */
export async function contentWire(ctx: Context, rows: readonly ContentRow[], expand: Expand): Promise<ContentWire[]> {
  if (rows.length === 0) return []
  const known = new Map(ctx.app.extensions.all(contentExpansions).map(e => [e.path, e]))
  const spaces = await spacesOf(ctx, rows)
  const loaded = await loadAll(ctx, rows, expand, known)
  const facets = await loadFacets(ctx, rows)
  const positions = await madeFrom(levelsOf(rows), () => positionsOf(ctx, rows))
  return rows.map(row =>
    compose(ctx, row, spaces.get(row.space_id)?.key ?? '', expand, loaded, {
      extensions: {
        position: positions.get(row.id) ?? 'none',
        ...(row.type === 'blogpost' ? { postingDay: row.posting_day } : {}),
      },
      ...facets.get(row.id),
    }),
  )
}

type Loaded = ReadonlyMap<string, ReadonlyMap<number, unknown>>

async function loadAll(
  ctx: Context,
  rows: readonly ContentRow[],
  expand: Expand,
  known: ReadonlyMap<string, ContentExpansion>,
): Promise<Loaded> {
  const loaded = new Map<string, ReadonlyMap<number, unknown>>()
  for (const [name, sub] of expand.children) {
    const members = GROUPS[name]
    const wanted: [string, Expand][] = members
      ? [...sub.children].map(([member, inner]) => [`${name}.${member}`, inner])
      : [[name, sub]]
    for (const [path, inner] of wanted) {
      const expansion = known.get(path)
      if (!expansion) continue
      const sources = expansion.isOfRows ? sourcesOf(rows) : undefined
      loaded.set(path, await readExtension(sources, () => expansion.load(ctx, rows, inner)))
    }
  }
  return loaded
}

type Facet = {
  extensions?: Record<string, unknown>
  links?: Record<string, string>
  metadata?: Record<string, unknown>
}

async function loadFacets(ctx: Context, rows: readonly ContentRow[]): Promise<Map<number, Facet>> {
  const all = new Map<number, Facet>()
  for (const facet of ctx.app.extensions.all(contentFacets)) {
    const mine = rows.filter(row => row.type === facet.type)
    if (mine.length === 0) continue
    const values = await readExtension(facet.isOfRows ? sourcesOf(mine) : undefined, () => facet.load(ctx, mine))
    for (const [id, value] of values) all.set(id, together(all.get(id), value))
  }
  return all
}

/** The facets of two features for the same content. */
function together(one: Facet | undefined, other: Facet): Facet {
  if (!one) return other
  return {
    extensions: { ...one.extensions, ...other.extensions },
    links: { ...one.links, ...other.links },
    ...(one.metadata || other.metadata ? { metadata: { ...one.metadata, ...other.metadata } } : {}),
  }
}

function compose(
  ctx: Context,
  row: ContentRow,
  spaceKey: string,
  expand: Expand,
  loaded: Loaded,
  facet: Facet & { extensions: Record<string, unknown> },
): ContentWire {
  const id = wireId(row)
  const parts: Wire = {}
  const expandable: Record<string, string> = {}
  for (const name of NAMES) {
    const members = GROUPS[name]
    const sub = expanded(expand, name)
    if (!members) {
      const values = loaded.get(name)
      if (values) parts[name] = values.get(row.id) ?? null
      else expandable[name] = expandablePath(name, row, spaceKey)
      continue
    }
    const group = sub && groupValue(name, members, sub, row, loaded)
    const extra = name === 'metadata' ? facet.metadata : undefined
    if (group || extra) parts[name] = { ...extra, ...(group ?? { _expandable: memberPaths(name, members, row) }) }
    else expandable[name] = expandablePath(name, row, spaceKey)
  }
  return {
    id,
    type: row.type,
    status: row.status,
    title: row.title,
    ...parts,
    extensions: facet.extensions,
    _expandable: expandable,
    // Clients read `_expandable` of the body and then `_links` on one line; keep the links last.
    _links: links(ctx, row, id, spaceKey, facet),
  }
}

function groupValue(
  name: string,
  members: readonly string[],
  sub: Expand,
  row: ContentRow,
  loaded: Loaded,
): Wire | undefined {
  const value: Wire = {}
  const rest: Record<string, string> = {}
  for (const member of members) {
    const values = loaded.get(`${name}.${member}`)
    if (values) value[member] = values.get(row.id) ?? null
    else rest[member] = memberPath(name, member, row)
  }
  if (sub.children.size === 0 && Object.keys(value).length === 0 && name !== 'metadata' && name !== 'body')
    return { _expandable: rest }
  value['_expandable'] = rest
  return value
}

function memberPaths(name: string, members: readonly string[], row: ContentRow): Record<string, string> {
  return Object.fromEntries(members.map(member => [member, memberPath(name, member, row)]))
}

function memberPath(group: string, member: string, row: ContentRow): string {
  const base = `/rest/api/content/${wireId(row)}`
  if (group === 'children') return `${base}/child/${member}`
  if (group === 'descendants') return `${base}/descendant/${member}`
  if (group === 'restrictions') return `${base}/restriction/byOperation/${member}`
  return ''
}

function expandablePath(name: string, row: ContentRow, spaceKey: string): string {
  const base = `/rest/api/content/${wireId(row)}`
  switch (name) {
    case 'space':
      return `/rest/api/space/${spaceKey}`
    case 'container':
      return row.container_id === null ? `/rest/api/space/${spaceKey}` : `/rest/api/content/${row.container_id}`
    case 'children':
      return `${base}/child`
    case 'descendants':
      return `${base}/descendant`
    case 'restrictions':
      return `${base}/restriction/byOperation`
    case 'history':
      return `${base}/history`
    default:
      return ''
  }
}

function links(ctx: Context, row: ContentRow, id: string, spaceKey: string, facet: Facet): Record<string, string> {
  const page = row.type === 'page' || row.type === 'blogpost'
  return {
    webui: contentPath(row, spaceKey),
    ...(page ? { edit: `/pages/resumedraft.action?draftId=${id}`, tinyui: `/x/${tinyId(row.id)}` } : {}),
    ...facet.links,
    self: `${ctx.app.baseUrl}/rest/api/content/${id}`,
  }
}

/** The id on the wire: attachments carry the prefix `att`. */
export function wireId(row: Pick<ContentRow, 'id' | 'type'>): string {
  return row.type === 'attachment' ? `att${row.id}` : String(row.id)
}

/** One content with the links that only a single answer carries. */
export async function singleWire(ctx: Context, row: ContentRow, expand: Expand): Promise<ContentWire> {
  const [wire] = await contentWire(ctx, [row], expand)
  if (!wire) throw new Error('one row has one shape')
  return { ...wire, _links: { ...wire._links, ...singleLinks(ctx) } }
}

/** Links that only a single answer carries. */
export function singleLinks(ctx: Context): Record<string, string> {
  return { collection: '/rest/api/content', base: ctx.app.baseUrl, context: '' }
}
