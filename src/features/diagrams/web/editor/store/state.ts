import type { Change } from '#diagrams/model/changes.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'

/** Viewport: the page point in the canvas's upper left corner, and screen px per page px. */
export interface Camera {
  x: number
  y: number
  zoom: number
}

/** Tool of the canvas. `shape` and `text` place one object and return to `select`. */
export type Tool =
  | { kind: 'select' }
  | { kind: 'pan' }
  /** `from` is the selected shape, which keys connect. */
  | { kind: 'connector'; from?: string }
  | { kind: 'text' }
  | { kind: 'shape'; shape: string }
  /** Format painter: clicked objects get another one's style. `stays` until ended. */
  | { kind: 'format'; from: string; stays: boolean }

/** In-place text editing: of a shape or image, or a connector's label. */
export interface Editing {
  objectId: string
  /** Index of the connector's label. */
  label?: number
  /** Already typed: replaces the text; without it all of the text is selected. */
  typed?: string
}

/** A preview, neither saved nor undoable. */
export interface Preview {
  change: Change
  /** The document with it. */
  document: DiagramDocument
}

/** Shared immutable state. */
export interface EditorState {
  /** Without the preview. */
  document: DiagramDocument
  preview: Preview | null
  /** Current page. */
  pageId: string
  /** Layer for new objects. */
  layerId: string
  /** Ids of objects of the page. */
  selection: ReadonlySet<string>
  camera: Camera
  tool: Tool
  editing: Editing | null
  /** Step names for undo and redo, the next one last; keys of i18n. */
  undo: readonly string[]
  redo: readonly string[]
  /** Changed since the last save. */
  isDirty: boolean
  isReadOnly: boolean
  /** Shape ids, latest first. */
  recentShapes: readonly string[]
}

/** A copy of the document that others change too. */
export interface SharedCopy {
  readonly document: DiagramDocument
  /** Whether a version of the diagram has all changes. */
  readonly isSaved: boolean
  /** Writes what differs. @returns the document afterwards */
  write: (document: DiagramDocument) => DiagramDocument
}

/** Properties of a step. */
export interface StepOptions {
  /** Name for “Undo …”; a key of i18n. */
  name: string
  /** Selected ids afterwards; default unchanged. */
  selection?: Iterable<string>
  /** Page afterwards. */
  pageId?: string
  /** Merges with a step of the same name within a second (nudging by keys, sliding a value). */
  merge?: boolean
}
