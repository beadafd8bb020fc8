import type { Change } from '#diagrams/model/changes.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'

/** What of the page is seen: the page's point in the canvas's upper left corner, and px of the screen per px of the page. */
export interface Camera {
  x: number
  y: number
  zoom: number
}

/** What a press on the canvas does. `shape` and `text` place one new object and go back to `select`. */
export type Tool =
  | { kind: 'select' }
  | { kind: 'pan' }
  /** `from` is the shape that was selected: the one that keys connect another with. */
  | { kind: 'connector'; from?: string }
  | { kind: 'text' }
  | { kind: 'shape'; shape: string }
  /** The format painter: what is clicked takes on the look of another object. `stays` until it is put down. */
  | { kind: 'format'; from: string; stays: boolean }

/** A text that is being written in its place: of a shape or picture, or a label of a connector. */
export interface Editing {
  objectId: string
  /** Index of the connector's label. */
  label?: number
  /** Places the caret at the end instead of selecting all. */
  typed?: string
}

/** The step that is under way: shown, but neither kept nor undoable yet. */
export interface Preview {
  change: Change
  /** The document with it. */
  document: DiagramDocument
}

/** All that the editor's parts share. Every field is replaced, never written into. */
export interface EditorState {
  /** As last changed, without what is under way. */
  document: DiagramDocument
  preview: Preview | null
  /** Page that is drawn on. */
  pageId: string
  /** Layer that new objects go to. */
  layerId: string
  /** Ids of objects of the page. */
  selection: ReadonlySet<string>
  camera: Camera
  tool: Tool
  editing: Editing | null
  /** Names of the steps that can be undone and done again, the next one last; English keys of i18n. */
  undo: readonly string[]
  redo: readonly string[]
  /** Changed since it was last saved. */
  isDirty: boolean
  /** Nothing may be changed: shown only. */
  isReadOnly: boolean
  /** Shape ids, last used first. */
  recentShapes: readonly string[]
}

/** What a step leaves besides the document. */
export interface StepOptions {
  /** What the step does, for “Undo …”; an English key of i18n. */
  name: string
  /** Ids selected afterwards; as before when absent. */
  selection?: Iterable<string>
  /** Page shown afterwards. */
  pageId?: string
  /** Steps of one name that follow each other within a second are undone together (nudging by keys, sliding a value). */
  merge?: boolean
}

