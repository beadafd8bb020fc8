import type { MacroInvocation } from '#language/index.ts'
import type { DiagramPage } from '#diagrams/model/document.ts'
import { MACRO, TEMPLATE_CATEGORIES, type DrawioMacro, type TemplateCategory } from './names.ts'

export { diagramAddress, MACRO, SHOW_MACRO_PARAMETER, DIAGRAM_TYPE_PARAMETER, VIEWER_PATH } from './names.ts'

/** A macro's reference to a diagram. */
export interface DiagramReference {
  /** Page of the attachment; default the macro's own page. */
  ownerPageId: number
  name: string
  /** Pinned version; default the latest. */
  version?: number
  /** Width: thumbnail, small, medium, or original. */
  size: DiagramSize
  border: boolean
  /** `min` hides the toolbar. */
  chrome: 'full' | 'min'
  /** Whether the browser may enhance it. */
  html5: boolean
  /** Page within the diagram: its number, or its id. */
  pagePin?: string
  /** Content id of the attachment, once resolved. */
  diagramAttachmentId?: number
  /** Macro of draw.io that has the reference; default {@link MACRO}. */
  macro?: DrawioMacro
  /** Width on the page before `zoom`, px, of a macro of draw.io; default that of the drawing. */
  width?: number
  /** Version whose drawing has that width; default every version. */
  widthOf?: number
  /** Factor of the width of a macro of draw.io; default 1. */
  zoom?: number
}

/** O (original) and L (large) are the original size; S and M limit the width. */
export const SIZES = ['T', 'S', 'M', 'L', 'O'] as const
export type DiagramSize = (typeof SIZES)[number]
/** Maximum width by size, px. */
export const WIDTHS: Readonly<Partial<Record<DiagramSize, number>>> = { T: 100, S: 200, M: 300 }

/** Parses a macro's parameters, ignoring invalid ones. Undefined when it names no diagram. */
export function readReference(
  { parameters }: Pick<MacroInvocation, 'parameters'>,
  currentPageId: number,
): DiagramReference | undefined {
  const given = (name: string) => parameters[name]?.trim() ?? ''
  const name = (given('name') || given('diagramName')).slice(0, 1000)
  if (name === '' || name.includes('\0')) return undefined
  const owner = wholeNumber(given('pageid') || given('pageId'))
  const version = wholeNumber(given('version'))
  const size = SIZES.find(letter => letter === given('size').toUpperCase()) ?? 'O'
  const pagePin = given('pagePin').slice(0, 255)
  return {
    ownerPageId: owner ?? currentPageId,
    name,
    size,
    ...(version === undefined ? {} : { version }),
    border: given('border').toLowerCase() === 'true',
    chrome: given('chrome').toLowerCase() === 'min' ? 'min' : 'full',
    html5: given('html5').toLowerCase() !== 'false',
    ...(pagePin === '' ? {} : { pagePin }),
  }
}

/** Zero means absent, as in old pages. */
function wholeNumber(text: string): number | undefined {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0
  return value > 0 ? value : undefined
}

/** Parameters of a stored macro, without defaults and without the owner where it is the macro's own page. */
export function writeReference(reference: DiagramReference, currentPageId: number): Record<string, string> {
  const { ownerPageId, name, version, size, border, chrome, html5, pagePin } = reference
  return {
    ...(ownerPageId === currentPageId ? {} : { pageid: String(ownerPageId) }),
    name,
    ...(version ? { version: String(version) } : {}),
    ...(size === 'O' || size === 'L' ? {} : { size }),
    ...(border ? { border: 'true' } : {}),
    ...(chrome === 'full' ? {} : { chrome }),
    ...(html5 ? {} : { html5: 'false' }),
    ...(pagePin === undefined ? {} : { pagePin }),
  }
}

/** Displayed width and height: limited by the size, never enlarged. */
export function shownSize(
  size: DiagramSize,
  { width, height }: { width: number; height: number },
): { width: number; height: number } {
  const scale = Math.min(1, (WIDTHS[size] ?? Infinity) / Math.max(width, 1))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Displayed width and height of a reference to a drawing.
 * @param version of the drawing; default any that the width of the reference holds for
 */
export function sizeOnPage(
  { size, width, widthOf, zoom = 1 }: Pick<DiagramReference, 'size' | 'width' | 'widthOf' | 'zoom'>,
  drawing: { width: number; height: number },
  version?: number,
): { width: number; height: number } {
  const isOutdated = widthOf !== undefined && version !== undefined && version > widthOf
  const wanted = (width === undefined || isOutdated ? drawing.width : width) * zoom
  if (wanted === drawing.width) return shownSize(size, drawing)
  const height = (drawing.height * wanted) / Math.max(drawing.width, 1)
  return { width: Math.max(1, Math.round(wanted)), height: Math.max(1, Math.round(height)) }
}

/** The pinned page of a diagram, by its id or its number from 1. */
export function pinnedPage(pages: readonly Pick<DiagramPage, 'id'>[], pin: string | undefined): string | undefined {
  if (pin === undefined) return undefined
  return (pages.find(page => page.id === pin) ?? (/^\d{1,6}$/.test(pin) ? pages[Number(pin) - 1] : undefined))?.id
}

/** Default reference to a diagram: in full and original size. */
export function plainReference(ownerPageId: number, name: string): DiagramReference {
  return { ownerPageId, name, size: 'O', border: false, chrome: 'full', html5: true }
}

/** Inserts a macro into the edited text. */
export type InsertMacro = (name: string, parameters: Readonly<Record<string, string>>) => void

/**
 * Inserts a diagram into the edited text.
 * @throws Error without a rich text editor
 */
export function addDiagramReference(
  reference: DiagramReference,
  currentPageId: number,
  insertMacro: InsertMacro | undefined,
): void {
  if (!insertMacro) throw new Error('addDiagramReference not yet implemented for non-RTE')
  insertMacro(MACRO, writeReference(reference, currentPageId))
}

/** Event by which the page editor opens the diagram editor. */
export const INLINE_EDITOR_EVENT = 'gliffy-inline-editor'

/** Event payload, with the old product's names. */
export interface InlineEditorDetail {
  name: string
  /** Page of the attachment. */
  ceoid: string
  inline: true
  /** Whether the page shows a fixed version, `attachmentVersion`. */
  isPinned: boolean
  attachmentVersion?: number
}

export function inlineEditorDetail({
  ownerPageId,
  name,
  version,
}: Pick<DiagramReference, 'ownerPageId' | 'name' | 'version'>): InlineEditorDetail {
  const common = { name, ceoid: String(ownerPageId), inline: true as const }
  return version ? { ...common, isPinned: true, attachmentVersion: version } : { ...common, isPinned: false }
}

/** Template category in the create-page action's URL; `all` for any other text. */
export function templatesOf(type: string | undefined): TemplateCategory | 'all' {
  return TEMPLATE_CATEGORIES.find(category => category === type) ?? 'all'
}

type Pictured = Pick<DiagramReference, 'ownerPageId' | 'name' | 'version'> & { pagePin?: string | undefined }

/** Picture URL of a diagram, different for each version. */
export function previewPath(diagram: Pictured): string {
  return picturePath('preview', diagram)
}

/** URL of a small picture of a diagram, different for each version. */
export function thumbnailPath(diagram: Pictured): string {
  return picturePath('thumbnail', diagram)
}

function picturePath(kind: 'preview' | 'thumbnail', { ownerPageId, name, version, pagePin }: Pictured): string {
  const query = new URLSearchParams({ name, pageId: String(ownerPageId) })
  if (version) query.set('version', String(version))
  if (pagePin !== undefined) query.set('page', pagePin)
  return `/rest/gliffy/1.0/diagrams/${kind}?${query}`
}
