/** A hand on the canvas, for tests: at zoom 1 a px of the screen is one of the page. */
import type { DiagramDocument, DiagramObject, DiagramPage } from '#diagrams/model/document.ts'
import { documentOf, page } from '#diagrams/model/test-documents.ts'
import { EditorContext } from '../editor-context.ts'
import type { Pointer, Tools } from './tools.ts'

type Place = readonly [x: number, y: number]
type Keys = Partial<Pick<Pointer, 'shift' | 'alt' | 'ctrl' | 'isTouch'>>

export class Hand {
  readonly editor: EditorContext
  readonly tools: Tools

  constructor(document: DiagramDocument, options: { isReadOnly?: boolean } = {}) {
    this.editor = new EditorContext(document, options)
    this.editor.setViewSize({ width: 800, height: 600 })
    this.tools = this.editor.tools
  }

  pointer([x, y]: Place, keys: Keys = {}): Pointer {
    const { camera } = this.editor.state()
    return {
      screen: { x: (x - camera.x) * camera.zoom, y: (y - camera.y) * camera.zoom },
      page: { x, y },
      shift: false,
      alt: false,
      ctrl: false,
      isTouch: false,
      ...keys,
    }
  }

  hover(at: Place): void {
    this.tools.move(this.pointer(at))
  }

  press(at: Place, keys?: Keys, button = 0): void {
    this.tools.move(this.pointer(at, keys))
    this.tools.down(this.pointer(at, keys), button)
  }

  move(at: Place, keys?: Keys): void {
    this.tools.move(this.pointer(at, keys))
  }

  lift(at: Place, keys?: Keys): void {
    this.tools.up(this.pointer(at, keys))
  }

  /** From a place over its half way to another; snapping is off unless the keys say so. */
  drag(from: Place, to: Place, keys: Keys = { ctrl: true }): void {
    this.press(from, keys)
    this.move([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], keys)
    this.move(to, keys)
    this.lift(to, keys)
  }

  click(at: Place, keys?: Keys): void {
    this.press(at, keys)
    this.lift(at, keys)
  }

  doubleClick(at: Place): void {
    this.click(at)
    this.click(at)
    this.tools.doubleClick(this.pointer(at))
  }

  object(id: string): DiagramObject {
    const object = this.editor.page.objects[id]
    if (!object) throw new Error(`There is no ${id}`)
    return object
  }

  get selection(): string[] {
    return [...this.editor.state().selection]
  }

  get steps(): readonly string[] {
    return this.editor.state().undo
  }

  /** Objects that a document made of `before` did not have. */
  added(before: readonly string[]): DiagramObject[] {
    return Object.values(this.editor.page.objects).filter(({ id }) => !before.includes(id))
  }
}

/** A pointer over a page of objects, without a grid that snaps. */
export function pointerOver(
  objects: readonly DiagramObject[],
  fields: Partial<DiagramPage> = {},
  options?: { isReadOnly?: boolean },
): Hand {
  return new Hand(documentOf(page(objects, { grid: { size: 10, visible: true, snap: false }, ...fields })), options)
}
