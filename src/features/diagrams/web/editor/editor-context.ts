import type { Point } from '#diagrams/model/document.ts'
import type { Scene } from '#diagrams/render/scene.ts'
import type { Size } from '#diagrams/shapes/contract.ts'
import { Panels } from './panels/panels-state.ts'
import { Editor } from './store/editor.ts'
import { idle } from './tools/idle.ts'
import { Tools } from './tools/tools.ts'

/**
 * An open editor: the diagram, and state shared by canvas, tools and panels. Components get it from `useEditor`,
 * functions as an argument.
 */
export class EditorContext extends Editor {
  readonly tools: Tools = new Tools(this, idle)
  #panels: Panels | undefined
  /** While it is shown. */
  canvas: HTMLElement | undefined
  #viewSize: Size = { width: 1000, height: 700 }
  /** Last scene, updated by `sceneOf`. */
  lastScene: Scene | undefined
  /** Last paste: repeated ones are offset. */
  lastPasted: { content: string; at: Point; times: number } | undefined
  /** Last duplication and its copies. */
  lastDuplicated: { from: readonly string[]; ids: readonly string[] } | undefined
  #csvDraft = ''

  get panels(): Panels {
    return (this.#panels ??= new Panels())
  }

  /** px. */
  get viewSize(): Size {
    return this.#viewSize
  }

  /** Called by the canvas on layout. */
  setViewSize(size: Size): void {
    this.#viewSize = size
  }

  /** Undrawn table of an org chart, preserved when its dialog closes. */
  get csvDraft(): string {
    return this.#csvDraft
  }

  setCsvDraft(text: string): void {
    this.#csvDraft = text
  }
}
