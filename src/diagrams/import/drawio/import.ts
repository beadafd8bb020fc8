import { blankPage, documentOf } from '../../model/blank.ts'
import { LIMITS, type DiagramDocument, type DiagramObject, type DiagramPage } from '../../model/document.ts'
import { checkDocument, DiagramError } from '../../model/validate.ts'
import { ImportError, type Approximation, type Imported } from '../contract.ts'
import { readDrawioFile, type Sheet } from './file.ts'
import { convertPage, type PageContext } from './page.ts'
import { Pictures } from './pictures.ts'
import { Ids } from './tree.ts'

/** Maximum length of a report. */
const MAX_REPORT = 1000

/** Whether a text may be a file of draw.io, by its beginning. */
export function isDrawio(text: string): boolean {
  return /^\uFEFF?\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,500}-->\s*)?<(?:mxfile|mxGraphModel|mxlibrary)[\s>/]/.test(
    text.slice(0, 2000),
  )
}

/**
 * Imports a file of draw.io: plain or compressed, of several pages, or a library (whose shapes then share a page).
 * Unknown shapes become labelled boxes; each object stores its raw style in `foreign`. Nothing is fetched.
 * @param text of the `.drawio` or `.xml` file
 * @throws ImportError when it is another format, broken, or beyond the limits
 */
export async function importDrawio(text: string): Promise<Imported> {
  const file = await readDrawioFile(text)
  const report: Approximation[] = []
  const pictures = new Pictures()
  const ids = new Ids()
  const pageIds = file.kind === 'library' ? [] : file.sheets.map(({ id }, index) => ids.take(id || `page${index + 1}`))
  const sheets = new Map(pageIds.map((id, index) => [file.sheets[index]?.id ?? '', id]))
  const contextOf = (where: string, { name }: Sheet, index: number): PageContext => ({
    pictures,
    facts: { page: name, pageNumber: index + 1, pageCount: file.sheets.length, variables: file.variables },
    stencils: file.stencils,
    sheets,
    approximate(cell, message) {
      if (report.length < MAX_REPORT) report.push({ path: `${where}, cell ${cell.slice(0, 100)}`, message })
    },
  })
  const pages =
    file.kind === 'library' ? [libraryPage(file.sheets, contextOf)] : filePages(file.sheets, pageIds, contextOf)
  const document: DiagramDocument = { ...documentOf(...pages), media: pictures.media }
  try {
    return { document: checkDocument(document), report }
  } catch (error) {
    if (error instanceof DiagramError)
      throw new ImportError(`The diagram cannot be taken over: ${error.message}`, { cause: error })
    throw error
  }
}

type ContextOf = (where: string, sheet: Sheet, index: number) => PageContext

function filePages(sheets: readonly Sheet[], ids: readonly string[], contextOf: ContextOf): DiagramPage[] {
  return sheets.map((sheet, index) => ({
    id: ids[index] ?? `page${index + 1}`,
    name: sheet.name.slice(0, LIMITS.name) || `Page ${index + 1}`,
    ...convertPage(sheet.model, contextOf(`page ${index + 1}`, sheet, index)),
  }))
}

const GRID = { columns: 6, gap: 40, least: 40, most: 600 }

/** A library's shapes in rows, each entry a group. */
function libraryPage(sheets: readonly Sheet[], contextOf: ContextOf): DiagramPage {
  const layer = { id: 'layer', name: 'Background', visible: true, locked: false }
  const objects: Record<string, DiagramObject> = {}
  let [x, y, rowHeight, right] = [GRID.gap, GRID.gap, 0, 0]
  sheets.forEach((sheet, index) => {
    const [width, height] = [sheet.width, sheet.height].map(length =>
      Math.min(GRID.most, Math.max(GRID.least, length ?? 0)),
    ) as [number, number]
    const group = `e${index + 1}`
    const order = `a${String(index).padStart(6, '0')}1`
    objects[group] = { kind: 'group', id: group, parent: null, layer: layer.id, order, x, y, width, height }
    const content = convertPage(sheet.model, contextOf(`entry ${index + 1}`, sheet, index))
    for (const object of Object.values(content.objects)) {
      const moved = withPrefix(object, `${group}.`, group, layer.id)
      objects[moved.id] = moved
    }
    x += width + GRID.gap
    right = Math.max(right, x)
    rowHeight = Math.max(rowHeight, height)
    if ((index + 1) % GRID.columns === 0) {
      y += rowHeight + GRID.gap
      x = GRID.gap
      rowHeight = 0
    }
  })
  return blankPage({
    id: 'page1',
    name: 'Library',
    width: Math.min(LIMITS.length, right),
    height: Math.min(LIMITS.length, y + rowHeight + GRID.gap),
    background: null,
    layers: [layer],
    objects,
  })
}

/** Moves an object into a group, with a prefixed id. */
function withPrefix(object: DiagramObject, prefix: string, group: string, layer: string): DiagramObject {
  const renamed = (id: string) => `${prefix}${id.slice(-80)}`
  const moved = {
    ...object,
    id: renamed(object.id),
    parent: object.parent === null ? group : renamed(object.parent),
    layer,
  }
  if (moved.kind !== 'connector') return moved
  const end = (side: typeof moved.from) =>
    side.attached ? { ...side, attached: { ...side.attached, objectId: renamed(side.attached.objectId) } } : side
  return { ...moved, from: end(moved.from), to: end(moved.to) }
}
