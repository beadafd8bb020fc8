import type { Editor } from '@tiptap/core'

/** Text colours of the old product; the first one resets. */
export const TEXT_COLOURS: readonly { label: string; value: string | undefined }[] = [
  { label: 'Default', value: undefined },
  { label: 'Grey', value: 'rgb(112,112,112)' },
  { label: 'Red', value: 'rgb(191,38,0)' },
  { label: 'Orange', value: 'rgb(183,95,0)' },
  { label: 'Green', value: 'rgb(0,135,90)' },
  { label: 'Teal', value: 'rgb(0,128,128)' },
  { label: 'Blue', value: 'rgb(0,101,217)' },
  { label: 'Purple', value: 'rgb(101,84,192)' },
]

export function setColour(editor: Editor, value: string | undefined): void {
  const chain = editor.chain().focus()
  if (value === undefined) chain.unsetMark('textStyle').run()
  else chain.setMark('textStyle', { attributes: { style: `color: ${value};` } }).run()
}

type Alignment = 'left' | 'center' | 'right'

/** Alignment of the current paragraph. */
export function alignmentOf(editor: Editor): Alignment {
  const style =
    (editor.state.selection.$from.parent.attrs['attributes'] as Record<string, string> | null)?.['style'] ?? ''
  const written = /(?:^|;)\s*text-align:\s*(center|right)/.exec(style)?.[1]
  return written === 'center' || written === 'right' ? written : 'left'
}

/** Aligns the selected paragraphs and headings; other styles stay. */
export function setAlignment(editor: Editor, alignment: Alignment): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      const { from, to } = state.selection
      state.doc.nodesBetween(from, to, (node, position) => {
        if (node.type.name !== 'paragraph' && node.type.name !== 'heading') return
        const bag = { ...(node.attrs['attributes'] as Record<string, string> | null) }
        const others = (bag['style'] ?? '')
          .split(';')
          .map(part => part.trim())
          .filter(part => part !== '' && !part.startsWith('text-align'))
        if (alignment !== 'left') others.push(`text-align: ${alignment}`)
        if (others.length > 0) bag['style'] = `${others.join('; ')};`
        else delete bag['style']
        tr.setNodeAttribute(position, 'attributes', Object.keys(bag).length > 0 ? bag : null)
        // Bare paragraphs need an element to align.
        if (alignment !== 'left' && node.attrs['bare'] === true) tr.setNodeAttribute(position, 'bare', false)
      })
      return true
    })
    .run()
}
