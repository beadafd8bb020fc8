import type { Insertable, Selectable } from 'kysely'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { foldName } from '#features/spaces/server/index.ts'
import type { IndexPageTable, TemplateTable } from './tables.ts'

export type TemplateRow = Selectable<TemplateTable>
type Values = Omit<Insertable<TemplateTable>, 'id' | 'space_id'>

/** Templates of a space, or of the site for null, by name: one more than `limit`, where there are. */
export function templatesOf(
  db: Queries,
  spaceId: number | null,
  { start, limit }: { start: number; limit: number },
): Promise<TemplateRow[]> {
  return db
    .selectFrom('content_template')
    .selectAll()
    .where('space_id', spaceId === null ? 'is' : '=', spaceId)
    .orderBy('name_key')
    .orderBy('id')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** Without a check of permissions: the caller asks the policy. @throws HttpError 404 */
export async function requireTemplateRow(db: Queries, id: number): Promise<TemplateRow> {
  const row = await db.selectFrom('content_template').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw noTemplate(String(id))
  return row
}

/** The refusal of a template that does not exist, or that the viewer may not see. */
export function noTemplate(id: string): Error {
  return notFound('There is no template with id {{id}}', { values: { id }, forPrograms: true })
}

/** The template of a space, or of the site for null, that has a name. */
export function templateNamed(db: Queries, spaceId: number | null, nameKey: string): Promise<TemplateRow | undefined> {
  return db
    .selectFrom('content_template')
    .selectAll()
    .where('space_id', spaceId === null ? 'is' : '=', spaceId)
    .where('name_key', '=', nameKey)
    .executeTakeFirst()
}

/** Whether a space, or the site for null, has a template of a name. */
export async function hasTemplate(db: Queries, spaceId: number | null, nameKey: string): Promise<boolean> {
  return (await templateNamed(db, spaceId, nameKey)) !== undefined
}

/** How many templates a space has, or the site for null. */
export async function countTemplates(db: Queries, spaceId: number | null): Promise<number> {
  const { number } = await db
    .selectFrom('content_template')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .where('space_id', spaceId === null ? 'is' : '=', spaceId)
    .executeTakeFirstOrThrow()
  return Number(number)
}

export function insertTemplate(db: Queries, spaceId: number | null, values: Values): Promise<TemplateRow> {
  return db
    .insertInto('content_template')
    .values({ ...values, space_id: spaceId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Adds a template of an imported space, or of an imported site for null.
 * @returns `taken` when there is another template of that name, `known` when it is this one
 */
export async function importTemplate(
  { db }: WriteTransaction,
  spaceId: number | null,
  { labels, ...given }: { name: string; description: string; labels: readonly string[]; storage: string },
): Promise<'added' | 'known' | 'taken'> {
  const name_key = foldName(given.name)
  const known = await templateNamed(db, spaceId, name_key)
  if (known) return known.storage === given.storage ? 'known' : 'taken'
  await insertTemplate(db, spaceId, { ...given, name_key, labels: JSON.stringify(labels) })
  return 'added'
}

/** Changes all of a template but its space. */
export function replaceTemplate(db: Queries, id: number, values: Values): Promise<TemplateRow> {
  return db.updateTable('content_template').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function removeTemplate(db: Queries, id: number): Promise<void> {
  await db.deleteFrom('content_template').where('id', '=', id).execute()
}

/** The page that lists the pages from a blueprint in a space, unless it was deleted. */
export async function indexPageId(db: Queries, spaceId: number, blueprint: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('blueprint_index_page')
    .innerJoin('content', 'content.id', 'blueprint_index_page.content_id')
    .select('content.id')
    .where('blueprint_index_page.space_id', '=', spaceId)
    .where('blueprint_index_page.blueprint', '=', blueprint)
    .where('content.space_id', '=', spaceId)
    .where('content.status', '=', 'current')
    .executeTakeFirst()
  return row?.id
}

/** Records the page that lists the pages from a blueprint in a space, in place of one that was deleted. */
export async function recordIndexPage(db: Queries, row: IndexPageTable): Promise<void> {
  await db
    .insertInto('blueprint_index_page')
    .values(row)
    .onConflict(conflict => conflict.columns(['space_id', 'blueprint']).doUpdateSet({ content_id: row.content_id }))
    .execute()
}
