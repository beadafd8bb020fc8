import { Extension } from '@tiptap/core'
import {
  DOMParser,
  DOMSerializer,
  type DOMOutputSpec,
  type Fragment,
  type Mark,
  type Node as ProseNode,
  type ParseOptions,
  type Schema,
  type Slice,
} from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { editorNodes } from '#language/editor/index.ts'
import type { TextPlace } from '#language/references.ts'
import { movedSlice } from './moved.ts'
import { addressOf, shownOf, type CopyContext, type Shown } from './copy/outside.ts'
import { plainTextOf } from './copy/plain-text.ts'
import { copyOfSlice, idsOutside } from './copies.ts'
import { TYPE } from './dom-names.ts'
import { readForeign, type KnowPerson } from './paste/foreign.ts'
import { hasLosses, type Losses } from './paste/losses.ts'
import { carrying } from './schema.ts'
import { strayClipboard } from './stray-clipboard.ts'

/** Receivers of facts about pasted content. */
export interface ClipboardEvents {
  onLosses: (losses: Losses) => void
  knowPerson: KnowPerson
}

/**
 * Clipboard serialisation: lossless within a page, with the same targets of references in other pages of the wiki,
 * plain HTML and plain text for other programs.
 */
export function clipboard(
  place: TextPlace,
  context: CopyContext,
  { onLosses, knowPerson }: ClipboardEvents,
): Extension {
  return Extension.create({
    name: 'clipboard',
    addProseMirrorPlugins() {
      const { schema } = this.editor
      const serializer = new ClipboardSerializer(schema, place, context)
      return [
        strayClipboard(),
        new Plugin({
          props: {
            clipboardSerializer: serializer,
            clipboardTextSerializer({ content, openStart, openEnd }) {
              // Its pictures are not loaded.
              const inert = document.implementation.createHTMLDocument()
              const inner = innermost(content, openStart, openEnd)
              return plainTextOf(serializer.serializeFragment(inner, { document: inert }))
            },
            clipboardParser: new ClipboardParser(schema, place, { onLosses, knowPerson }),
            transformPasted: withNewIds,
          },
        }),
      ]
    },
  })
}

/** Pasted or dropped content without the ids that the text has already, unless they are of what it replaces or moves. */
function withNewIds(slice: Slice, { state: { doc, selection }, dragging }: EditorView): Slice {
  const isCopied = dragging !== null && !dragging.move
  const ids = isCopied ? idsOutside(doc, 0, 0) : idsOutside(doc, selection.from, selection.to)
  return ids.size === 0 ? slice : copyOfSlice(slice, id => ids.has(id))
}

/** DOM attribute with the place that content was copied from. */
const PLACE = 'data-ox-place'

/** The content that a slice cuts: words of one paragraph are not a list with one item. */
function innermost(content: Fragment, openStart: number, openEnd: number): Fragment {
  const only = content.childCount === 1 ? content.firstChild : null
  return only && openStart > 0 && openEnd > 0 ? innermost(only.content, openStart - 1, openEnd - 1) : content
}

type NodeOutputs = typeof DOMSerializer.prototype.nodes
type MarkOutputs = typeof DOMSerializer.prototype.marks

/** Output of nodes that other programs do not know. Parsers of this wiki take what is carried, not what is shown. */
function outside(schema: Schema, nodes: NodeOutputs, context: CopyContext): NodeOutputs {
  const atoms = Object.entries(nodes).filter(([name]) => schema.nodes[name]?.isAtom)
  const filled = (output: NodeOutputs[string]) => (node: ProseNode) => withChild(output(node), shownOf(node, context))
  return {
    ...Object.fromEntries(atoms.map(([name, output]) => [name, filled(output)])),
    // Parsers ignore a trailing `br` unless it is in a span.
    hardBreak: ({ attrs }) => ['span', carrying('hardBreak', attrs, editorNodes.hardBreak.attrs), ['br']],
  }
}

const withChild = (spec: DOMOutputSpec, child: Shown | undefined): DOMOutputSpec =>
  isArray(spec) && child !== undefined ? [spec[0], spec[1], child] : spec

const isArray = (spec: DOMOutputSpec): spec is readonly [string, ...unknown[]] => Array.isArray(spec)

function linked(marks: MarkOutputs, mark: Mark, place: TextPlace): DOMOutputSpec {
  const spec = marks['wikiLink']!(mark, true)
  const href = addressOf(mark, place)
  return isArray(spec) && href !== undefined ? [spec[0], { ...(spec[1] as object), href }, 0] : spec
}

class ClipboardSerializer extends DOMSerializer {
  readonly #place: string

  constructor(schema: Schema, place: TextPlace, context: CopyContext) {
    const { nodes, marks } = DOMSerializer.fromSchema(schema)
    super({ ...nodes, ...outside(schema, nodes, context) }, { ...marks, wikiLink: mark => linked(marks, mark, place) })
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
  readonly #events: ClipboardEvents

  constructor(schema: Schema, place: TextPlace, events: ClipboardEvents) {
    super(schema, DOMParser.fromSchema(schema).rules)
    this.#place = place
    this.#events = events
  }

  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    if (!(dom instanceof Element)) return super.parseSlice(dom, options)
    // No part of the text is one; formulas have their text beside them.
    for (const element of dom.querySelectorAll('svg, math')) element.remove()
    if (!dom.querySelector(`[${TYPE}]`)) {
      const losses = readForeign(dom, this.#events.knowPerson)
      if (hasLosses(losses)) this.#events.onLosses(losses)
    }
    // Styles of our elements are already attributes; parsing them would add marks.
    for (const element of dom.querySelectorAll(`[${TYPE}][style]`)) element.removeAttribute('style')
    const slice = super.parseSlice(dom, options)
    const source = placeIn(dom)
    if (source !== undefined && isSame(source, this.#place)) return slice
    const isOfOtherWiki = source !== undefined && source.origin !== location.origin
    return copyOfSlice(isOfOtherWiki ? slice : movedSlice(slice, source, this.#place))
  }
}

type Source = TextPlace & { origin: string }

function isSame({ pageId, spaceKey, origin }: Source, place: TextPlace): boolean {
  return origin === location.origin && pageId === place.pageId && spaceKey === place.spaceKey
}

/** Place that the content was copied from; undefined for content of other programs. */
function placeIn(dom: Element): Source | undefined {
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
