import type { Context } from '#platform/server/context.ts'
import { madeFrom } from '#platform/server/database/index.ts'
import { expanded, type Expand } from '#platform/server/http/expand.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById, personOf } from '#features/accounts/server/index.ts'
import { permissionsOnAll } from '#features/content-core/server/policies.ts'
import {
  ancestorsOfParents,
  contentsById,
  descendants,
  firstBelow,
  levelsOf,
  spaceKeys,
  storageOf,
  type ChildType,
  type ContentRow,
} from '#features/content-core/server/read.ts'
import { markdownOfAll, renderAllCurrent, viewFor, VIEWS, type View } from '#features/content-core/server/render.ts'
import { spaceWires } from '#features/spaces/server/index.ts'
import type { ContentExpansion } from '../extension-points.ts'
import { authorsOf, lastVersionsBy, previousVersions, type VersionHead } from '../store/versions.ts'
import { peopleOf, spacesOf, versionsOf } from './of-rows.ts'
import { takeRendered } from './window.ts'
import { contentWire, wireId } from './wire.ts'

/** Entries of a list inside an expanded content; the rest is behind the link of the collection. */
export const INNER_LIMIT = 200
/**
 * Contents in all such lists of one answer: they may be within each other, and each level is up to {@link INNER_LIMIT}
 * times the one above.
 */
const MOST_INNER = 10_000
const innerContents = new WeakMap<Context, number>()

const space: ContentExpansion = {
  path: 'space',
  isOfRows: true,
  async load(ctx, rows, expand) {
    const spaces = await spacesOf(ctx, rows)
    const wires = await spaceWires(ctx, [...spaces.values()], expand)
    const byId = new Map([...spaces.keys()].map((id, index) => [id, wires[index]]))
    return new Map(rows.map(row => [row.id, byId.get(row.space_id)]))
  },
}

const version: ContentExpansion = {
  path: 'version',
  isOfRows: true,
  async load(ctx, rows) {
    const versions = await versionsOf(ctx, rows)
    const people = await peopleOf(ctx, rows)
    return new Map(
      rows.map(row => {
        const found = versions.get(row.id)
        return [row.id, found && versionWire(ctx, row, found, people)]
      }),
    )
  },
}

type People = Awaited<ReturnType<typeof accountsById>>

/** A version without its text, as `version` and the version lists show it. */
export function versionWire(
  ctx: Context,
  row: Pick<ContentRow, 'id' | 'type'>,
  found: Omit<VersionHead, 'title'>,
  people: People,
) {
  return {
    by: personOf(ctx.app, people.get(found.author_id ?? 0)),
    when: isoTime(found.at),
    message: found.message,
    number: found.number,
    minorEdit: found.minor === 1,
    hidden: false,
    _links: { self: `${ctx.app.baseUrl}/rest/experimental/content/${wireId(row)}/version/${found.number}` },
    _expandable: { content: `/rest/api/content/${wireId(row)}` },
  }
}

const history: ContentExpansion = {
  path: 'history',
  isOfRows: true,
  async load(ctx, rows, expand) {
    const versions = await versionsOf(ctx, rows)
    const neighbours = expanded(expand, 'previousVersion') ? await previousVersions(ctx, rows) : undefined
    const people = new Map([
      ...(await peopleOf(ctx, rows)),
      ...(await accountsById(
        ctx.app,
        [...(neighbours?.values() ?? [])].map(v => v.author_id),
      )),
    ])
    const contributors = expanded(expand, 'contributors') ? await publishers(ctx, rows) : undefined
    return new Map(
      rows.map(row => {
        const last = versions.get(row.id)
        const previous = neighbours?.get(row.id)
        const missing = ['lastUpdated', 'previousVersion', 'contributors', 'nextVersion'].filter(
          name => !expanded(expand, name),
        )
        return [
          row.id,
          {
            latest: true,
            createdBy: personOf(ctx.app, people.get(row.creator_id ?? 0)),
            createdDate: isoTime(row.created_at),
            ...(expanded(expand, 'lastUpdated') && last ? { lastUpdated: versionWire(ctx, row, last, people) } : {}),
            ...(previous ? { previousVersion: versionWire(ctx, row, previous, people) } : {}),
            ...(contributors ? { contributors: { publishers: contributors.get(row.id) } } : {}),
            _links: { self: `${ctx.app.baseUrl}/rest/api/content/${wireId(row)}/history` },
            _expandable: Object.fromEntries(missing.map(name => [name, ''])),
          },
        ]
      }),
    )
  },
}

/** Users whose changes a version published, at most {@link INNER_LIMIT} a page. */
async function publishers(ctx: Context, rows: readonly ContentRow[]) {
  const found = await authorsOf(ctx, rows, INNER_LIMIT * rows.length)
  const people = await accountsById(
    ctx.app,
    found.map(row => row.author_id),
  )
  const byContent = new Map<number, unknown>()
  for (const row of rows) {
    const users = found.filter(f => f.content_id === row.id).map(f => personOf(ctx.app, people.get(f.author_id!)))
    byContent.set(row.id, { users, userKeys: users.map(user => user.userKey) })
  }
  return byContent
}

const ancestors: ContentExpansion = {
  path: 'ancestors',
  isOfRows: true,
  async load(ctx, rows, expand) {
    const chains = await ancestorsOfParents(
      ctx.app.database,
      rows.flatMap(row => row.parent_id ?? []),
    )
    const above = await contentsById(ctx, [...new Set([...chains.values()].flat())])
    const wires = await contentWire(ctx, above, expand)
    const byId = new Map(above.map((row, index) => [row.id, wires[index]]))
    return new Map(rows.map(row => [row.id, (chains.get(row.parent_id ?? 0) ?? []).flatMap(id => byId.get(id) ?? [])]))
  },
}

const container: ContentExpansion = {
  path: 'container',
  isOfRows: true,
  async load(ctx, rows, expand) {
    const pages = await contentsById(
      ctx,
      rows.flatMap(row => row.container_id ?? []),
    )
    const wires = await contentWire(ctx, pages, expand)
    const byId = new Map<number, unknown>(pages.map((row, index) => [row.id, wires[index]]))
    const atTop = rows.filter(row => row.container_id === null)
    const spaces = await space.load(ctx, atTop.length === rows.length ? rows : atTop, expand)
    return new Map(
      rows.map(row => [row.id, row.container_id === null ? spaces.get(row.id) : byId.get(row.container_id)]),
    )
  },
}

const operations: ContentExpansion = {
  path: 'operations',
  isOfRows: true,
  async load(ctx, rows) {
    const permissions = await permissionsOnAll(ctx, rows)
    const all = new Map<number, unknown>()
    for (const row of rows) {
      const may = permissions.get(row.id)!
      const list: { operation: string; targetType: string }[] = [{ operation: 'read', targetType: row.type }]
      if (may.update) list.push({ operation: 'update', targetType: row.type })
      if (may.delete) list.push({ operation: 'delete', targetType: row.type })
      if (may.restrict) list.push({ operation: 'restrict_content', targetType: row.type })
      if (may.createChild) list.push({ operation: 'create', targetType: 'page' })
      if (may.createComment) list.push({ operation: 'create', targetType: 'comment' })
      if (may.createAttachment) list.push({ operation: 'create', targetType: 'attachment' })
      if (may.export) list.push({ operation: 'export', targetType: row.type })
      all.set(row.id, list)
    }
    return all
  },
}

const CHILD_TYPES = ['page', 'comment', 'attachment'] as const satisfies readonly ChildType[]

/** The parent of an answer is what it answers, that of comments of the first level the page. */
function holderOf(child: ContentRow, type: ChildType): number | null {
  return type === 'attachment' ? child.container_id : (child.parent_id ?? child.container_id)
}

/** @throws HttpError 400 when an answer gets more of them than {@link MOST_INNER} */
function takeInner(ctx: Context, count: number): void {
  const sum = (innerContents.get(ctx) ?? 0) + count
  if (sum > MOST_INNER) {
    throw badRequest(
      'this asks for more than {{most}} contents in lists within one answer; ask for fewer at once (limit), or for the lists by themselves',
      {
        field: 'expand',
        values: { most: MOST_INNER },
        forPrograms: true,
      },
    )
  }
  innerContents.set(ctx, sum)
}

/** One page of what is below each row. */
function collection(type: ChildType): ContentExpansion {
  return {
    path: `children.${type}`,
    isOfRows: true,
    async load(ctx, rows, expand) {
      const sources = type === 'page' ? levelsOf(rows) : []
      const found = await madeFrom(sources, () => firstBelow(ctx, rows, type, INNER_LIMIT + 1, MOST_INNER + 1))
      takeInner(ctx, found.length)
      const byRow = Map.groupBy(found, child => holderOf(child, type))
      return collectionWires(
        ctx,
        rows,
        row => byRow.get(row.id) ?? [],
        expand,
        row => `/rest/api/content/${wireId(row)}/child/${type}`,
      )
    },
  }
}

/**
 * The first {@link INNER_LIMIT} of what was found below each row, as the list at `pathOf` begins; one more means that
 * there is a next page.
 */
async function collectionWires(
  ctx: Context,
  rows: readonly ContentRow[],
  foundBelow: (row: ContentRow) => readonly ContentRow[],
  expand: Expand,
  pathOf: (row: ContentRow) => string,
): Promise<Map<number, unknown>> {
  const shown = rows.flatMap(row => foundBelow(row).slice(0, INNER_LIMIT))
  const wires = await contentWire(ctx, shown, expand)
  const all = new Map<number, unknown>()
  let at = 0
  for (const row of rows) {
    const path = pathOf(row)
    const found = foundBelow(row)
    const results = wires.slice(at, (at += Math.min(found.length, INNER_LIMIT)))
    all.set(row.id, {
      results,
      start: 0,
      limit: INNER_LIMIT,
      size: results.length,
      _links: {
        self: ctx.app.baseUrl + path,
        ...(found.length > INNER_LIMIT ? { next: `${path}?limit=${INNER_LIMIT}&start=${INNER_LIMIT}` } : {}),
      },
    })
  }
  return all
}

/** One page of what is anywhere below each row. */
function wholeCollection(type: ChildType): ContentExpansion {
  return {
    path: `descendants.${type}`,
    async load(ctx, rows, expand) {
      const below = new Map<number, ContentRow[]>()
      for (const row of rows) {
        if (row.type !== 'page' && row.type !== 'blogpost') continue
        const found = await descendants(ctx, row.id, type, 0, INNER_LIMIT + 1)
        takeInner(ctx, found.length)
        below.set(row.id, found)
      }
      return collectionWires(
        ctx,
        rows,
        row => below.get(row.id) ?? [],
        expand,
        row => `/rest/api/content/${wireId(row)}/descendant/${type}`,
      )
    },
  }
}

const storage: ContentExpansion = {
  path: 'body.storage',
  isOfRows: true,
  async load(ctx, rows) {
    const texts = await storageOf(ctx.app, rows)
    return new Map(rows.map(row => [row.id, bodyWire(row, 'storage', texts.get(row.id) ?? '')]))
  },
}

/** Until the editor has a separate form on the wire, its value is storage format, which it reads as well. */
const editor: ContentExpansion = {
  path: 'body.editor',
  isOfRows: true,
  async load(ctx, rows) {
    const texts = await storageOf(ctx.app, rows)
    return new Map(rows.map(row => [row.id, bodyWire(row, 'editor', texts.get(row.id) ?? '')]))
  },
}

/** The text as Markdown, which may be sent back as `body.markdown`. */
const markdown: ContentExpansion = {
  path: 'body.markdown',
  async load(ctx, rows) {
    takeRendered(ctx, rows.length)
    const texts = await markdownOfAll(ctx, rows)
    return new Map(rows.map(row => [row.id, bodyWire(row, 'markdown', texts.get(row.id)?.markdown ?? '')]))
  },
}

function rendered(name: View): ContentExpansion {
  return {
    path: `body.${name}`,
    async load(ctx, rows) {
      takeRendered(ctx, rows.length)
      const keyOf = await spaceKeys(ctx, rows)
      const { reader, mode } = await viewFor(ctx, name)
      const all = await renderAllCurrent(reader, rows, keyOf, mode)
      return new Map(rows.map(row => [row.id, bodyWire(row, name, all.get(row.id) ?? '')]))
    },
  }
}

/** A body as answers carry it. */
export function bodyWire(row: Pick<ContentRow, 'id' | 'type'>, representation: string, value: string) {
  return { value, representation, _expandable: { webresource: '', content: `/rest/api/content/${wireId(row)}` } }
}

const currentUser: ContentExpansion = {
  path: 'metadata.currentuser',
  isOfRows: true,
  async load(ctx, rows) {
    const { userId } = ctx.viewer
    if (userId === null) return new Map(rows.map(row => [row.id, { viewed: null, lastcontributed: null }]))
    const at = await lastVersionsBy(ctx, rows, userId)
    return new Map(
      rows.map(({ id }) => {
        const when = at.get(id)
        return [id, when === undefined ? {} : { lastcontributed: { status: 'CONTRIBUTOR', when: isoTime(when) } }]
      }),
    )
  },
}

/** Expansions of the content feature itself. */
export const coreExpansions: readonly ContentExpansion[] = [
  space,
  version,
  history,
  ancestors,
  container,
  operations,
  ...CHILD_TYPES.map(collection),
  ...CHILD_TYPES.map(wholeCollection),
  storage,
  editor,
  markdown,
  ...VIEWS.map(rendered),
  currentUser,
]
