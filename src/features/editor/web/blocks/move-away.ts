/** Moves a block to the end of another page: it is stored there first, and then removed here in one step of undo. */
import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, Slice, type Node as ProseNode } from '@tiptap/pm/model'
import { call } from '#platform/web/api.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { fromEditor, type EditorNode } from '#language/editor/index.ts'
import type { TextPlace } from '#language/references.ts'
import { serialise } from '#language/serialise.ts'
import { getContent, updateContent } from '#features/content/contract.ts'
import { copyOf } from '../tiptap/copies.ts'
import { ITEMS } from '../tiptap/move-block.ts'
import { movedSlice } from '../tiptap/moved.ts'
import { removeBlock, type PlacedBlock } from './movable.ts'

/** Attempts to store a version, while others publish versions of the page. */
const ATTEMPTS = 3

/**
 * Storage format of a block at another place: files, links and diagrams keep their targets. Ids and the markers of
 * comments stay behind, as they are those of this page.
 */
export function storageAt(
  { doc }: { doc: ProseNode },
  { node, at }: PlacedBlock,
  from: TextPlace,
  to: TextPlace,
): string {
  const { parent } = doc.resolve(at)
  const whole = ITEMS.has(node.type.name) ? parent.type.create(parent.attrs, node) : node
  // Text without an element around it would join what is there.
  const block = whole.attrs['bare'] === true ? whole.type.create({ ...whole.attrs, bare: false }, whole.content) : whole
  const { content } = movedSlice(new Slice(Fragment.from(copyOf(block)), 0, 0), from, to)
  return serialise(fromEditor({ type: 'doc', content: content.toJSON() as EditorNode[] }))
}

export interface TargetPage {
  readonly title: string
  readonly url: string
}

/**
 * Publishes a version of a page with a text at its end.
 * @param storageIn storage format for the place of the page
 * @throws ApiError where the page may not be seen or changed, or others publish versions all the time
 */
export async function appendTo(id: string, storageIn: (to: TextPlace) => string, message: string): Promise<TargetPage> {
  for (let attempt = 1; ; attempt++) {
    const { type, title, body, version, space, _links } = (await call(getContent, {
      params: { id },
      query: { expand: 'body.storage,version,space' },
    })) as unknown as StoredPage
    const value = body.storage.value + storageIn({ pageId: id, spaceKey: space.key })
    try {
      await call(updateContent, {
        params: { id },
        body: {
          type,
          title,
          body: { storage: { value, representation: 'storage' } },
          version: { number: version.number + 1, message },
        },
      })
      return { title, url: _links.webui }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || attempt === ATTEMPTS) throw error
    }
  }
}

interface StoredPage {
  readonly type: string
  readonly title: string
  readonly body: { readonly storage: { readonly value: string } }
  readonly version: { readonly number: number }
  readonly space: { readonly key: string }
  readonly _links: { readonly webui: string }
}

/** Follows a block while others may change the text. */
export class FollowedBlock {
  readonly #editor: Editor
  readonly #node: ProseNode
  #at: number
  readonly #follow = ({ transaction }: { transaction: { mapping: { map(position: number): number } } }) => {
    this.#at = transaction.mapping.map(this.#at)
  }

  constructor(editor: Editor, { node, at }: PlacedBlock) {
    this.#editor = editor
    this.#node = node
    this.#at = at
    editor.on('transaction', this.#follow)
  }

  /** Removes the block, as one step of undo. @returns false if it has been changed or removed meanwhile */
  remove(): boolean {
    this.stop()
    if (this.#editor.isDestroyed) return false
    const { state, view } = this.#editor
    if (this.#at > state.doc.content.size || !state.doc.nodeAt(this.#at)?.eq(this.#node)) return false
    view.dispatch(closeHistory(removeBlock(state.tr, this.#at)).scrollIntoView())
    return true
  }

  stop(): void {
    this.#editor.off('transaction', this.#follow)
  }
}
