import { useState } from 'react'
import { macroParameter, setMacroParameter } from '#language/editor/index.ts'
import type { EditorTools } from '../tools.ts'

interface HeadFieldProps {
  tools: EditorTools
  at: number
  name: string
  label: string
  list?: string
}

/** Text field for a parameter of the macro at the cursor. */
export function HeadField({ tools: { editor }, at, name, label, list }: HeadFieldProps) {
  const stored = macroParameter(String(editor.state.doc.nodeAt(at)?.attrs['head'] ?? ''), name)
  const [value, setValue] = useState(stored)
  const store = () => {
    const node = editor.state.doc.nodeAt(at)
    if (!node || value.trim() === macroParameter(String(node.attrs['head']), name)) return
    const head = setMacroParameter(String(node.attrs['head']), name, value.trim() || undefined)
    editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'head', head))
  }
  return (
    <input
      className="ox-tool-field"
      aria-label={label}
      placeholder={label}
      value={value}
      maxLength={200}
      {...(list ? { list } : {})}
      onChange={event => setValue(event.target.value)}
      onBlur={store}
      onKeyDown={event => {
        // Arrow keys move within the field.
        event.stopPropagation()
        if (event.key === 'Enter' || event.key === 'Escape') {
          event.preventDefault()
          store()
          editor.commands.focus()
        }
      }}
    />
  )
}
