import { serialise } from '#language/index.ts'
import type { BodyOf } from '#platform/contract.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { accountsMentioned, requireUser } from '#features/accounts/server/index.ts'
import { documentOf, type ContentRow } from '#features/content-core/server/read.ts'
import { createPage } from '#features/content-core/server/write.ts'
import { mayInSpace, requireSpace, spacesById, type Space } from '#features/spaces/server/index.ts'
import type { createTemplateDraft } from '../contract.ts'
import { findBlueprint, type Attendee, type Blueprint, type BlueprintFacts } from './blueprints/index.ts'
import { indexPageOf } from './index-page.ts'
import { requireTemplate } from './service.ts'
import { filled } from './variables.ts'
import { labelsOf } from './wire.ts'

type Wanted = BodyOf<typeof createTemplateDraft>

/** Names that are looked up; further ones stay text. */
const MOST_USERS = 50

export interface Draft {
  readonly row: ContentRow
  readonly space: Space
  /** The page that lists the pages from its blueprint. */
  readonly index: ContentRow | undefined
}

/**
 * Begins a page from a template or blueprint: a draft with its text and labels.
 * @throws HttpError 400, 401, 403, 404
 */
export async function createDraft(ctx: Context, wanted: Wanted): Promise<Draft> {
  requireUser(ctx)
  const space = await spaceOf(ctx, wanted)
  if (!(await mayInSpace(ctx.app, ctx.viewer, space.id, 'create:page')))
    throw forbidden('You do not have permission to create pages in this space')
  const { title, text, labels, blueprint } = await contentsOf(ctx, wanted)
  const index = blueprint && (await indexPageOf(ctx, space, blueprint))
  const row = await createPage(ctx, {
    type: 'page',
    status: 'draft',
    space,
    parentId: wanted.parentPageId || (index?.id ?? null),
    title,
    body: { value: text, representation: 'storage' },
    metadata: { labels: labels.map(name => ({ prefix: 'global', name })) },
  })
  return { row, space, index }
}

async function spaceOf(ctx: Context, { spaceKey, spaceId }: Wanted): Promise<Space> {
  const key = spaceKey || (spaceId ? (await spacesById(ctx.app, [spaceId])).get(spaceId)?.key : undefined)
  if (!key) throw badRequest('is required', { field: 'spaceKey', forPrograms: true })
  return requireSpace(ctx, key)
}

interface Contents {
  readonly title: string
  /** Storage format. */
  readonly text: string
  readonly labels: readonly string[]
  readonly blueprint?: Blueprint
}

async function contentsOf(ctx: Context, wanted: Wanted): Promise<Contents> {
  const values = new Map(Object.entries(wanted.context ?? {}).map(([name, value]) => [name, textOf(value)]))
  const title = wanted.title?.trim() ?? ''
  const id = wanted.contentTemplateId ?? wanted.contentBlueprintId
  if (!id) throw badRequest('is required', { field: 'contentTemplateId', forPrograms: true })
  const blueprint = findBlueprint(id)
  if (blueprint) return contentsOfBlueprint(ctx, blueprint, title, values)
  const { row } = await requireTemplate(ctx, id)
  return { title, text: serialise(filled(documentOf(row.storage), values)), labels: labelsOf(row) }
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

async function contentsOfBlueprint(
  ctx: Context,
  blueprint: Blueprint,
  title: string,
  values: ReadonlyMap<string, string>,
): Promise<Contents> {
  const day = new Intl.DateTimeFormat('en-CA', {
    dateStyle: 'short',
    ...(ctx.viewer.timeZone ? { timeZone: ctx.viewer.timeZone } : {}),
  }).format(Date.now())
  const facts: BlueprintFacts = {
    t: readerOf(ctx).t,
    day,
    attendees: await attendeesOf(ctx, values.get('attendees') ?? ''),
  }
  return {
    title: title || values.get('title')?.trim() || blueprint.title(facts),
    text: blueprint.text(facts),
    labels: blueprint.labels,
    blueprint,
  }
}

/** The author and those whom they name, each once. A name that the author may not look up, or of no user, stays text. */
async function attendeesOf(ctx: Context, named: string): Promise<Attendee[]> {
  const names = named
    .split(',')
    .map(name => name.trim().replace(/^@/, ''))
    .filter(name => name !== '')
  const sought = ctx.viewer.mayViewUsers ? names.slice(0, MOST_USERS) : []
  const find = await accountsMentioned(ctx.app, sought.flatMap(mentionsOf))
  const { userKey: author } = ctx.viewer
  const found = new Map<string, Attendee>([[author, { userKey: author }]])
  for (const name of names) {
    const userKey = sought.includes(name)
      ? mentionsOf(name).flatMap(mention => find(mention)?.user_key ?? [])[0]
      : undefined
    const id = userKey ?? name.toLowerCase()
    if (!found.has(id)) found.set(id, userKey === undefined ? { name } : { userKey })
  }
  return [...found.values()]
}

const mentionsOf = (name: string) => [{ userKey: name }, { username: name }]
