/** What diagrams are called and how their files are known: for server and browser alike. */

/** Media type of our own documents. */
export const DIAGRAM_TYPE = 'application/vnd.oxbow.diagram+json'
/** Media type of Gliffy's documents, as Confluence keeps them. */
export const GLIFFY_TYPE = 'application/gliffy+json'

/** Name of the macro that shows a diagram: that of the pages that are moved here. */
export const MACRO = 'gliffy'

/** Longest name of a diagram in UTF-8 bytes: with `.png` behind it, it must still be a file name. */
const MAX_NAME_BYTES = 251

/**
 * What is wrong with the name of a new diagram, in English (the key of its translation), or undefined. Names of diagrams
 * that exist already are taken as they are.
 */
export function diagramNameProblem(name: string): 'Diagram name required' | 'Invalid diagram name' | undefined {
  const trimmed = name.trim()
  if (trimmed === '') return 'Diagram name required'
  if (/[:@/\\|^#;[\]{}<>]/.test(trimmed) || /^(?:\$|\.\.|~)/.test(trimmed)) return 'Invalid diagram name'
  return new TextEncoder().encode(trimmed).length > MAX_NAME_BYTES ? 'Invalid diagram name' : undefined
}

/** Where the viewer shows a diagram on the whole screen. */
export const VIEWER_PATH = '/plugins/gliffy/viewer.action'
/** Where the editor opens. */
export const EDITOR_PATH = '/plugins/gliffy/editor.action'

/** Document of the frame that the editor runs in. */
export const EDITOR_FRAME_PATH = '/plugins/gliffy/editorframe.action'
/** Id of the frame that the editor runs in, wherever it opens; scripts of old look for it. */
export const EDITOR_FRAME_ID = 'gliffy-editor'

/** Kinds of templates, as the entries of the create dialog name them. */
export const TEMPLATE_CATEGORIES = ['org', 'network', 'software'] as const
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number]

/** Parameters of the create-page action that begin a page with a diagram. */
export const SHOW_MACRO_PARAMETER = 'showGliffyMacro'
export const DIAGRAM_TYPE_PARAMETER = 'createDiagramType'

/** What the addresses of viewer and editor say; names as in the addresses that stand in old pages and bookmarks. */
export interface DiagramAddress {
  /** Page that the reader comes from and goes back to. */
  pageId: string
  /** Page whose attachment the diagram is. */
  ceoid: string
  name: string
  /** Pinned version of the attachment; absent for the latest. */
  version?: number
  /** Page within the diagram; absent for the first. */
  page?: string
}

/** Address of the viewer or the editor. */
export function diagramAddress(path: typeof VIEWER_PATH | typeof EDITOR_PATH, { pageId, ceoid, name, version, page }: DiagramAddress): string {
  const query = new URLSearchParams({ inline: 'false', pageId, name, ceoid })
  if (version !== undefined) query.set('version', String(version))
  if (page !== undefined) query.set('page', page)
  return `${path}?${query}`
}
