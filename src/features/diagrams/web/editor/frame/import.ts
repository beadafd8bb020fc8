import { t } from '#platform/web/i18n.ts'
import type { Approximation } from '#diagrams/import/contract.ts'
import { compose, type Change } from '#diagrams/model/changes.ts'
import { blankPage } from '#diagrams/model/blank.ts'
import { LIMITS, type DiagramDocument } from '#diagrams/model/document.ts'
import { newId } from '#diagrams/operations/tree.ts'

/** Extensions of importable files. */
export const IMPORT_ENDINGS = ['.gliffy', '.gon', '.drawio', '.xml', '.json'] as const

export interface ImportedFile {
  document: DiagramDocument
  report: readonly Approximation[]
}

/** Whether a dropped file is an image, by its type; others are parsed as diagrams. */
export function isPictureFile({ type }: Pick<File, 'type'>): boolean {
  return type.startsWith('image/')
}

/** @throws Error with a localised message when the file is no readable diagram */
export async function readDiagramFile(file: File): Promise<ImportedFile> {
  if (/\.vs[ds][xm]?$/i.test(file.name))
    throw new Error(t('Files of Visio cannot be read. Open it in draw.io, and import the file that you save there.'))
  if (file.size === 0) throw new Error(t('The file is empty.'))
  if (file.size > LIMITS.bytes)
    throw new Error(t('The file is larger than {{count}} MB.', { count: LIMITS.bytes / 1024 / 1024 }))
  // Large and rarely used.
  const { parseDiagram } = await import('#diagrams/import/parse.ts')
  const found = await parseDiagram(await file.text())
  if (!found) throw new Error(t('This is no file of Gliffy, draw.io or this wiki.'))
  return found
}

/** Replaces a document in an undoable step. */
export function replaceDocument(document: DiagramDocument, other: DiagramDocument): Change {
  // A document always has a page.
  const between = blankPage({ id: newId(), layers: [] })
  return compose(
    ...Object.entries(other.media).map(([id, media]): Change => ({ type: 'put-media', id, media })),
    { type: 'set-foreign', foreign: other.foreign },
    { type: 'add-page', page: between, index: 0 },
    ...document.pages.map(({ id }): Change => ({ type: 'remove-page', pageId: id })),
    ...other.pages.map((page, index): Change => ({ type: 'add-page', page, index: index + 1 })),
    { type: 'remove-page', pageId: between.id },
  )
}
