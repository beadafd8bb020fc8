import type { MacroInvocation } from '#language/index.ts'
import type { DiagramPage } from '#diagrams/model/document.ts'
import { MACRO, TEMPLATE_CATEGORIES, type TemplateCategory } from './names.ts'

export { MACRO, SHOW_MACRO_PARAMETER, DIAGRAM_TYPE_PARAMETER } from './names.ts'

/** What a macro says of the diagram that it shows. */
export interface DiagramReference {
  /** Page whose attachment it is; the page that the macro stands on when no other is named. */
  ownerPageId: number
  name: string
  /** Pinned version of the attachment; absent for the latest. */
  version?: number
  /** Width by a letter: of thumbnails, small, medium, and as it was drawn. */
  size: DiagramSize
  border: boolean
  /** `min` shows the diagram without its toolbar. */
  chrome: 'full' | 'min'
  /** Whether it may come to life in the browser. */
  html5: boolean
  /** Page within the diagram: its number, or its id. */
  pagePin?: string
  /** Content id of the attachment, once it is found. */
  diagramAttachmentId?: number
}

/** O (original) and L (large) are the size as drawn; S and M are within a width. */
export const SIZES = ['T', 'S', 'M', 'L', 'O'] as const
export type DiagramSize = (typeof SIZES)[number]
/** Largest width by size, px. */
const WIDTHS: Readonly<Partial<Record<DiagramSize, number>>> = { T: 100, S: 200, M: 300 }

/** Reads the parameters of a macro; what does not fit is as if it were not there. Undefined when it names no diagram. */
export function readReference({ parameters }: Pick<MacroInvocation, 'parameters'>, currentPageId: number): DiagramReference | undefined {
  const given = (name: string) => parameters[name]?.trim() ?? ''
  const name = (given('name') || given('diagramName')).slice(0, 1000)
  if (name === '' || name.includes('\0')) return undefined
  const owner = wholeNumber(given('pageid') || given('pageId'))
  const version = wholeNumber(given('version'))
  const size = SIZES.find(letter => letter === given('size').toUpperCase()) ?? 'O'
  const pagePin = given('pagePin').slice(0, 255)
  return {
    ownerPageId: owner ?? currentPageId, name, size,
    ...(version === undefined ? {} : { version }),
    border: given('border').toLowerCase() === 'true',
    chrome: given('chrome').toLowerCase() === 'min' ? 'min' : 'full',
    html5: given('html5').toLowerCase() !== 'false',
    ...(pagePin === '' ? {} : { pagePin }),
  }
}

/** Zero stands for nothing, as in pages of old. */
function wholeNumber(text: string): number | undefined {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0
  return value > 0 ? value : undefined
}

/**
 * The parameters that a macro is stored with: what is the default is left out, and so is the owner where it is the page
 * that the macro stands on.
 */
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

/** Width and height in which a picture is shown: smaller by the size, never larger. */
export function shownSize(size: DiagramSize, { width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, (WIDTHS[size] ?? Infinity) / Math.max(width, 1))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** The page of a diagram that a macro is pinned to, by its id or its number from 1. */
export function pinnedPage(pages: readonly Pick<DiagramPage, 'id'>[], pin: string | undefined): string | undefined {
  if (pin === undefined) return undefined
  return (pages.find(page => page.id === pin) ?? (/^\d{1,6}$/.test(pin) ? pages[Number(pin) - 1] : undefined))?.id
}

/** A new diagram of a page, or any that is shown in full and as large as it was drawn. */
export function plainReference(ownerPageId: number, name: string): DiagramReference {
  return { ownerPageId, name, size: 'O', border: false, chrome: 'full', html5: true }
}

/** Puts a macro into the text that is being edited. */
export type InsertMacro = (name: string, parameters: Readonly<Record<string, string>>) => void

/**
 * Puts a diagram into the text that is being edited.
 * @throws Error where no rich text is being edited
 */
export function addDiagramReference(reference: DiagramReference, currentPageId: number, insertMacro: InsertMacro | undefined): void {
  if (!insertMacro) throw new Error('addDiagramReference not yet implemented for non-RTE')
  insertMacro(MACRO, writeReference(reference, currentPageId))
}

/** Name of the event by which a page that is being edited asks for the diagram editor. */
export const INLINE_EDITOR_EVENT = 'gliffy-inline-editor'

/** What the event carries; names as the old product's scripts know them. */
export interface InlineEditorDetail {
  name: string
  /** Page whose attachment the diagram is. */
  ceoid: string
  inline: true
  /** Whether the page shows a fixed version of it, `attachmentVersion`. */
  isPinned: boolean
  attachmentVersion?: number
}

/** The event's payload for a diagram of the text. */
export function inlineEditorDetail({ ownerPageId, name, version }: Pick<DiagramReference, 'ownerPageId' | 'name' | 'version'>): InlineEditorDetail {
  const common = { name, ceoid: String(ownerPageId), inline: true as const }
  return version ? { ...common, isPinned: true, attachmentVersion: version } : { ...common, isPinned: false }
}

/** Which templates a new diagram is begun with, as the create-page action names them; `all` for any other text. */
export function templatesOf(type: string | undefined): TemplateCategory | 'all' {
  return TEMPLATE_CATEGORIES.find(category => category === type) ?? 'all'
}

/** Where the picture of a diagram is, drawn anew for each version. */
export function previewPath({ ownerPageId, name, version }: Pick<DiagramReference, 'ownerPageId' | 'name' | 'version'>): string {
  const query = new URLSearchParams({ name, pageId: String(ownerPageId) })
  if (version) query.set('version', String(version))
  return `/rest/gliffy/1.0/diagrams/preview?${query}`
}
