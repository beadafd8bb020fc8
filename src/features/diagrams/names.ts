/** Names, types and paths of diagrams, for server and browser. */

/** Media type of our own documents. */
export const DIAGRAM_TYPE = 'application/vnd.oxbow.diagram+json'
/** Media type of Gliffy's documents in Confluence. */
export const GLIFFY_TYPE = 'application/gliffy+json'
/** Media type of draw.io's documents. */
export const DRAWIO_TYPE = 'application/vnd.jgraph.mxfile'
/** Media types of diagrams; files of other types may hold one, too. */
export const DIAGRAM_TYPES = [DIAGRAM_TYPE, GLIFFY_TYPE, DRAWIO_TYPE] as const

/** Root of the calls of Gliffy for Confluence. */
export const GLIFFY_REST = '/rest/gliffy/1.0'

/** Name of the macro, as in migrated pages. */
export const MACRO = 'gliffy'
/** draw.io's macros for a diagram and a sketch of their own page. */
export const DRAWIO_MACRO = 'drawio'
export const DRAWIO_SKETCH_MACRO = 'drawio-sketch'
/** draw.io's macro for a diagram of another page. */
export const DRAWIO_INCLUDE_MACRO = 'inc-drawio'
/** Macros of draw.io, as in migrated pages. */
export const DRAWIO_MACROS = [DRAWIO_MACRO, DRAWIO_SKETCH_MACRO, DRAWIO_INCLUDE_MACRO] as const
export type DrawioMacro = (typeof DRAWIO_MACROS)[number]

/** Maximum in UTF-8 bytes: with `.png` appended it must still be a file name. */
const MAX_NAME_BYTES = 251

/**
 * Why a new diagram's name is invalid, in English (a key of i18n), or undefined. Existing names are accepted as they
 * are.
 */
export function diagramNameProblem(name: string): 'Diagram name required' | 'Invalid diagram name' | undefined {
  const trimmed = name.trim()
  if (trimmed === '') return 'Diagram name required'
  if (isIllegalName(trimmed)) return 'Invalid diagram name'
  return new TextEncoder().encode(trimmed).length > MAX_NAME_BYTES ? 'Invalid diagram name' : undefined
}

/** Whether the name of a diagram, or of a page made for one, has a character or a beginning that it may not have. */
export function isIllegalName(name: string): boolean {
  const trimmed = name.trim()
  return /[:@/\\|^#;[\]{}<>]/.test(trimmed) || /^(?:\$|\.\.|~)/.test(trimmed)
}

/** Texts that the name of an unlinked diagram may not contain. */
export const NOT_IN_UNLINKED = ['"', '\\', '/', '|', ':', '{', '<', '&', '+', '?', '=', ';'] as const

/** Why an unlinked copy cannot have a name: keys of i18n. The first names `{{characters}}`. */
export const UNLINK_PROBLEMS = {
  characters: 'The diagram name cannot contain any of the following characters: {{characters}}',
  empty: 'The diagram name must not be empty or contain only whitespace.',
  taken: 'There is already a diagram with this name on this page.',
  invalid: 'Invalid diagram name',
} as const

/** @param taken names of the diagrams of the page that the copy goes to */
export function unlinkNameProblem(
  name: string,
  taken: readonly string[] = [],
): keyof typeof UNLINK_PROBLEMS | undefined {
  const trimmed = name.trim()
  if (NOT_IN_UNLINKED.some(character => trimmed.includes(character))) return 'characters'
  if (trimmed === '') return 'empty'
  if (taken.some(title => title.normalize('NFC') === trimmed.normalize('NFC'))) return 'taken'
  const isFileName = trimmed !== '.' && trimmed !== '..' && trimmed.isWellFormed() && !/\p{Cc}/u.test(trimmed)
  return isFileName && new TextEncoder().encode(trimmed).length <= MAX_NAME_BYTES ? undefined : 'invalid'
}

/** Path of the full-screen viewer. */
export const VIEWER_PATH = '/plugins/gliffy/viewer.action'
/** Leads to the viewer of a diagram by the id of its attachment. */
export const LINKED_DIAGRAM_PATH = '/plugins/gliffy/diagram.action'
/** Path of the editor. */
export const EDITOR_PATH = '/plugins/gliffy/editor.action'

/** Document of the editor's frame. */
export const EDITOR_FRAME_PATH = '/plugins/gliffy/editorframe.action'
/** Id of the editor's frame; old scripts look for it. */
export const EDITOR_FRAME_ID = 'gliffy-editor'

/** Template kinds of the create dialog. */
export const TEMPLATE_CATEGORIES = ['org', 'network', 'software'] as const
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number]

/** Parameter of the create-page action for a page with a diagram. */
export const SHOW_MACRO_PARAMETER = 'showGliffyMacro'
export const DIAGRAM_TYPE_PARAMETER = 'createDiagramType'

/** Query of the viewer and the editor, with the names in old pages and bookmarks. */
export interface DiagramAddress {
  /** Page to return to. */
  pageId: string
  /** Page of the attachment. */
  ceoid: string
  name: string
  /** Pinned version; default the latest. */
  version?: number
  /** Page within the diagram; default the first. */
  page?: string
  /** The viewer beside the diagram's versions. */
  history?: boolean
  /** The viewer compares `version` with this one. */
  compare?: number
}

/** URL of the viewer or the editor. */
export function diagramAddress(
  path: typeof VIEWER_PATH | typeof EDITOR_PATH,
  { pageId, ceoid, name, version, page, history, compare }: DiagramAddress,
): string {
  const query = new URLSearchParams({ inline: 'false', pageId, name, ceoid })
  if (version !== undefined) query.set('version', String(version))
  if (page !== undefined) query.set('page', page)
  if (history) query.set('history', 'true')
  if (compare !== undefined) query.set('compare', String(compare))
  return `${path}?${query}`
}
