import type { Point } from '#diagrams/model/document.ts'
import type { Scene } from '#diagrams/render/scene.ts'
import type { Size } from '#diagrams/shapes/contract.ts'
import { Panels } from './panels/panels-state.ts'
import { Editor } from './store/editor.ts'
import { idle } from './tools/idle.ts'
import { Tools } from './tools/tools.ts'

/**
 * One open editor: its diagram, and what the canvas, the tools and the panels share beside it. Components have it from
 * `useEditor`, functions as an argument.
 */
export class EditorContext extends Editor {
  readonly tools: Tools = new Tools(this, idle)
  #panels: Panels | undefined
  /** Element of the canvas while it is shown. */
  canvas: HTMLElement | undefined
  #viewSize: Size = { width: 1000, height: 700 }
  /** The page as it was last shown; read by `sceneOf`, which brings it up to date. */
  lastScene: Scene | undefined
  /** What was pasted last, and where: the same there again lies a little further. */
  lastPasted: { content: string; at: Point; times: number } | undefined
  /** What was duplicated last, and what came of it. */
  lastDuplicated: { from: readonly string[]; ids: readonly string[] } | undefined
  #csvDraft = ''

  /** Which panels are open. */
  get panels(): Panels {
    return this.#panels ??= new Panels()
  }

  /** Size of the canvas on the screen, px. */
  get viewSize(): Size {
    return this.#viewSize
  }

  /** Called by the canvas when it is laid out. */
  setViewSize(size: Size): void {
    this.#viewSize = size
  }

  /** Table that was typed for an org chart and not drawn; its dialog closes on Escape too. */
  get csvDraft(): string {
    return this.#csvDraft
  }

  setCsvDraft(text: string): void {
    this.#csvDraft = text
  }
}
