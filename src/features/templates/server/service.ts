import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { requireElevatedAdministrator, requireUse } from '#features/accounts/server/index.ts'
import { readBody } from '#features/content-core/server/write.ts'
import { labelNamesIn } from '#features/labels/server/index.ts'
import {
  findSpace,
  foldName,
  requireAdministeredSpace,
  requireSpace,
  spacesById,
  type Space,
} from '#features/spaces/server/index.ts'
import type { TemplateInput } from '../contract.ts'
import {
  countTemplates,
  insertTemplate,
  noTemplate,
  removeTemplate,
  replaceTemplate,
  requireTemplateRow,
  templateNamed,
  type TemplateRow,
} from './store.ts'

/** Templates of one space, or of the site. */
const MOST_TEMPLATES = 500

/** A template with the space that it is of; none for one of the site. */
export interface PlacedTemplate {
  readonly row: TemplateRow
  readonly space: Space | undefined
}

/** The space whose templates are asked for; undefined for the site. @throws HttpError 401, 403, 404 */
export async function requirePlace(ctx: Context, spaceKey: string | undefined): Promise<Space | undefined> {
  requireUse(ctx)
  return spaceKey === undefined || spaceKey === '' ? undefined : requireSpace(ctx, spaceKey)
}

/** A template of the site, or of a space that the viewer may see. @throws HttpError 401, 403, 404 */
export async function requireTemplate(ctx: Context, id: string): Promise<PlacedTemplate> {
  requireUse(ctx)
  const row = await requireTemplateRow(ctx.app.database.read, numberOf(id))
  if (row.space_id === null) return { row, space: undefined }
  const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
  const seen = space && (await findSpace(ctx, space.key))
  if (!seen) throw noTemplate(id)
  return { row, space: seen }
}

function numberOf(id: string): number {
  if (!/^\d{1,15}$/.test(id)) throw noTemplate(id)
  return Number(id)
}

/** @throws HttpError 400 for a name that is taken or a bad text, 401, 403, 404 */
export async function createTemplate(ctx: Context, input: TemplateInput): Promise<PlacedTemplate> {
  const space = input.space ? await requireAdministeredSpace(ctx, input.space.key) : undefined
  if (!space) await requireElevatedAdministrator(ctx)
  const values = await valuesOf(ctx, input)
  const spaceId = space?.id ?? null
  const row = await ctx.app.database.transaction(async tx => {
    if ((await countTemplates(tx.db, spaceId)) >= MOST_TEMPLATES)
      throw badRequest('At most {{most}} templates are in one place: delete one first', {
        values: { most: MOST_TEMPLATES },
      })
    await refuseTaken(tx, spaceId, values.name_key)
    return appended(tx, ctx, 'created', await insertTemplate(tx.db, spaceId, values))
  })
  return { row, space }
}

/** Changes all of a template but its space. @throws HttpError 400, 401, 403, 404 */
export async function changeTemplate(ctx: Context, id: string, input: TemplateInput): Promise<PlacedTemplate> {
  const { row: before, space } = await requireManaged(ctx, id)
  const values = await valuesOf(ctx, input)
  const row = await ctx.app.database.transaction(async tx => {
    await requireTemplateRow(tx.db, before.id)
    await refuseTaken(tx, before.space_id, values.name_key, before.id)
    return appended(tx, ctx, 'updated', await replaceTemplate(tx.db, before.id, values))
  })
  return { row, space }
}

/** @throws HttpError 401, 403, 404 */
export async function deleteTemplate(ctx: Context, id: string): Promise<void> {
  const { row } = await requireManaged(ctx, id)
  await ctx.app.database.transaction(async tx => {
    await removeTemplate(tx.db, row.id)
    appended(tx, ctx, 'deleted', row)
  })
}

/** A template that the viewer may change: space administrators those of their space, administrators those of the site. */
async function requireManaged(ctx: Context, id: string): Promise<PlacedTemplate> {
  const placed = await requireTemplate(ctx, id)
  if (placed.space) await requireAdministeredSpace(ctx, placed.space.key)
  else await requireElevatedAdministrator(ctx)
  return placed
}

async function valuesOf(ctx: Context, { name, description, templateType, labels, body }: TemplateInput) {
  if (templateType !== 'page')
    throw badRequest('"{{type}}" is no kind of template; use page', {
      field: 'templateType',
      values: { type: templateType },
      forPrograms: true,
    })
  const names = (labels ?? []).flatMap(label => labelNamesIn(label.name, label.prefix)).map(({ name }) => name)
  const { storage } = await readBody(ctx.app, body.storage)
  return {
    name,
    name_key: foldName(name),
    description: description ?? '',
    labels: JSON.stringify([...new Set(names)]),
    storage,
  }
}

async function refuseTaken(
  tx: WriteTransaction,
  spaceId: number | null,
  nameKey: string,
  ownId?: number,
): Promise<void> {
  const taken = await templateNamed(tx.db, spaceId, nameKey)
  if (taken && taken.id !== ownId)
    throw badRequest('a template with the name {{name}} already exists', {
      field: 'name',
      values: { name: taken.name },
    })
}

function appended(
  tx: WriteTransaction,
  ctx: Context,
  what: 'created' | 'updated' | 'deleted',
  row: TemplateRow,
): TemplateRow {
  tx.append({
    kind: `template.${what}`,
    actorId: ctx.viewer.userId,
    ...(row.space_id === null ? {} : { spaceId: row.space_id }),
    data: { templateId: row.id, name: row.name },
  })
  return row
}
