import { Extension } from '@tiptap/core'
import { DOMParser, DOMSerializer, type ParseOptions, type Schema, type Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { editorNodes } from '#language/editor/index.ts'
import { carrying, TYPE } from './schema.ts'

/** Clipboard serialisation: lossless within the editor, plain HTML for other programs. */
export const clipboard = Extension.create({
  name: 'clipboard',
  addProseMirrorPlugins() {
    const { schema } = this.editor
    return [
      new Plugin({
        props: { clipboardSerializer: serializerFor(schema), clipboardParser: new ClipboardParser(schema) },
      }),
    ]
  },
})

function serializerFor(schema: Schema): DOMSerializer {
  const { nodes, marks } = DOMSerializer.fromSchema(schema)
  return new DOMSerializer(
    {
      ...nodes,
      // Parsers ignore a trailing `br` unless it is in a span.
      hardBreak: ({ attrs }) => ['span', carrying('hardBreak', attrs, editorNodes.hardBreak.attrs), ['br']],
    },
    marks,
  )
}

class ClipboardParser extends DOMParser {
  constructor(schema: Schema) {
    super(schema, DOMParser.fromSchema(schema).rules)
  }

  /** Styles of our elements are already attributes; parsing them would add marks. */
  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    if (dom instanceof Element) {
      for (const element of dom.querySelectorAll(`[${TYPE}][style]`)) element.removeAttribute('style')
    }
    return super.parseSlice(dom, options)
  }
}
