import { Extension } from '@tiptap/core'
import { DOMParser, DOMSerializer, type Fragment, type ParseOptions, type Schema, type Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { editorNodes } from '#language/editor/index.ts'
import type { TextPlace } from '#language/references.ts'
import { movedSlice } from './moved.ts'
import { carrying, TYPE } from './schema.ts'

/**
 * Clipboard serialisation: lossless within a page, with the same targets of references in other pages of the wiki,
 * plain HTML for other programs.
 */
export function clipboard(place: TextPlace): Extension {
  return Extension.create({
    name: 'clipboard',
    addProseMirrorPlugins() {
      const { schema } = this.editor
      return [
        new Plugin({
          props: {
            clipboardSerializer: new ClipboardSerializer(schema, place),
            clipboardParser: new ClipboardParser(schema, place),
          },
        }),
      ]
    },
  })
}

/** DOM attribute with the place that content was copied from. */
const PLACE = 'data-ox-place'

class ClipboardSerializer extends DOMSerializer {
  readonly #place: string

  constructor(schema: Schema, place: TextPlace) {
    const { nodes, marks } = DOMSerializer.fromSchema(schema)
    super(
      {
        ...nodes,
        // Parsers ignore a trailing `br` unless it is in a span.
        hardBreak: ({ attrs }) => ['span', carrying('hardBreak', attrs, editorNodes.hardBreak.attrs), ['br']],
      },
      marks,
    )
    this.#place = JSON.stringify({ ...place, origin: location.origin })
  }

  override serializeFragment(
    fragment: Fragment,
    options?: { document?: Document },
    target?: HTMLElement | DocumentFragment,
  ): HTMLElement | DocumentFragment {
    const dom = super.serializeFragment(fragment, options, target)
    // Called for the content of nodes too, with a target.
    if (target === undefined) for (const element of dom.children) element.setAttribute(PLACE, this.#place)
    return dom
  }
}

class ClipboardParser extends DOMParser {
  readonly #place: TextPlace

  constructor(schema: Schema, place: TextPlace) {
    super(schema, DOMParser.fromSchema(schema).rules)
    this.#place = place
  }

  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    if (!(dom instanceof Element)) return super.parseSlice(dom, options)
    // Styles of our elements are already attributes; parsing them would add marks.
    for (const element of dom.querySelectorAll(`[${TYPE}][style]`)) element.removeAttribute('style')
    const slice = super.parseSlice(dom, options)
    const source = placeIn(dom)
    const isKept = source !== undefined && (source.origin !== location.origin || isSame(source, this.#place))
    return isKept ? slice : movedSlice(slice, source, this.#place)
  }
}

function isSame(one: TextPlace, other: TextPlace): boolean {
  return one.pageId === other.pageId && one.spaceKey === other.spaceKey
}

/** Place that the content was copied from; undefined for content of other programs. */
function placeIn(dom: Element): (TextPlace & { origin: string }) | undefined {
  const text = dom.querySelector(`[${PLACE}]`)?.getAttribute(PLACE)
  if (!text) return undefined
  try {
    const { pageId, spaceKey, origin } = JSON.parse(text) as Record<string, unknown>
    if (typeof spaceKey !== 'string' || typeof origin !== 'string') return undefined
    return { pageId: typeof pageId === 'string' && /^\d{1,15}$/.test(pageId) ? pageId : undefined, spaceKey, origin }
  } catch {
    // Foreign use of the attribute.
    return undefined
  }
}
