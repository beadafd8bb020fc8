import { Extension } from '@tiptap/core'
import { DOMParser, DOMSerializer, type ParseOptions, type Schema, type Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { editorNodes } from '#language/editor/index.ts'
import { carrying, TYPE } from './schema.ts'

/** What is copied comes back as it was when it is pasted here, and says as much as it can to other programs. */
export const clipboard = Extension.create({
  name: 'clipboard',
  addProseMirrorPlugins() {
    const { schema } = this.editor
    return [new Plugin({
      props: { clipboardSerializer: serializerFor(schema), clipboardParser: new ClipboardParser(schema) },
    })]
  },
})

function serializerFor(schema: Schema): DOMSerializer {
  const { nodes, marks } = DOMSerializer.fromSchema(schema)
  return new DOMSerializer({
    ...nodes,
    // A `br` that ends a block means nothing in the markup of browsers: readers leave it out unless it is in a span.
    hardBreak: ({ attrs }) => ['span', carrying('hardBreak', attrs, editorNodes.hardBreak.attrs), ['br']],
  }, marks)
}

class ClipboardParser extends DOMParser {
  constructor(schema: Schema) {
    super(schema, DOMParser.fromSchema(schema).rules)
  }

  /** The looks of our own elements are among their attributes: read as styles they would become marks besides. */
  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    if (dom instanceof Element) {
      for (const element of dom.querySelectorAll(`[${TYPE}][style]`)) element.removeAttribute('style')
    }
    return super.parseSlice(dom, options)
  }
}
