import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { isDiagram } from '#features/diagrams/server/index.ts'
import type { DiagramImportTable } from '../tables.ts'

/** The diagram that a file was imported as, unless that is gone or in the trash. */
export function importOf(db: Queries, parentId: number, fileKey: string) {
  return db
    .selectFrom('diagram_import')
    .innerJoin('content as file', 'file.id', 'diagram_import.content_id')
    .innerJoin('content as page', 'page.id', 'file.container_id')
    .select([
      'diagram_import.content_id as attachmentId',
      'diagram_import.source',
      'diagram_import.version as importedVersion',
      'diagram_import.report',
      'diagram_import.approximations',
      'file.version',
      'file.title as name',
      'page.id as pageId',
      'page.title as pageTitle',
    ])
    .where('diagram_import.parent_id', '=', parentId)
    .where('diagram_import.file_key', '=', fileKey)
    .where('file.status', '=', 'current')
    .where('page.status', '=', 'current')
    .executeTakeFirst()
}

export async function putImport({ db }: WriteTransaction, row: DiagramImportTable): Promise<void> {
  const { content_id: _, ...values } = row
  await db
    .insertInto('diagram_import')
    .values(row)
    .onConflict(conflict => conflict.column('content_id').doUpdateSet(values))
    .execute()
}

/** The next diagrams of a space, on published pages and posts, by id. */
export function diagramsOfSpace(db: Queries, spaceId: number, { after, limit }: { after: number; limit: number }) {
  return db
    .selectFrom('attachment')
    .innerJoin('content as file', 'file.id', 'attachment.content_id')
    .innerJoin('content as page', 'page.id', 'file.container_id')
    .select([
      'file.id',
      'file.title as name',
      'file.version',
      'page.id as pageId',
      'page.title as pageTitle',
      'attachment.sha256',
      'attachment.size',
    ])
    .where(isDiagram)
    .where('attachment.content_id', '>', after)
    .where('file.space_id', '=', spaceId)
    .where('file.status', '=', 'current')
    .where('page.status', '=', 'current')
    .orderBy('attachment.content_id')
    .limit(limit)
    .execute()
}
export type DiagramOfSpace = Awaited<ReturnType<typeof diagramsOfSpace>>[number]

/** How many diagrams a space has, those of drafts and in the trash too. */
export async function countDiagramsOfSpace(db: Queries, spaceId: number): Promise<number> {
  const row = await db
    .selectFrom('attachment')
    .innerJoin('content as file', 'file.id', 'attachment.content_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(isDiagram)
    .where('file.space_id', '=', spaceId)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Names of the diagrams of a page, the oldest first. */
export function diagramNamesOn(db: Queries, pageId: number) {
  return db
    .selectFrom('content as file')
    .innerJoin('attachment', 'attachment.content_id', 'file.id')
    .select(['file.id', 'file.title as name'])
    .where('file.container_id', '=', pageId)
    .where('file.type', '=', 'attachment')
    .where('file.status', '=', 'current')
    .where(isDiagram)
    .orderBy('file.id')
    .execute()
}
