import type { Editor } from '@tiptap/core'
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

/** Text field for a parameter of the macro at the cursor. Each letter is stored: publishing does not leave the field. */
export function HeadField({ tools: { editor }, at, name, label, list }: HeadFieldProps) {
  const [value, setValue] = useState(() => macroParameter(headAt(editor, at), name))
  const [visit, setVisit] = useState(0)
  const store = (text: string) => {
    setValue(text)
    const head = headAt(editor, at)
    if (text.trim() === macroParameter(head, name)) return
    const tr = editor.state.tr.setNodeAttribute(at, 'head', setMacroParameter(head, name, text.trim() || undefined))
    // The history keeps the changes of a composition as one step.
    editor.view.dispatch(tr.setMeta('composition', visit))
  }
  return (
    <input
      className="ox-tool-field"
      aria-label={label}
      placeholder={label}
      value={value}
      maxLength={200}
      {...(list ? { list } : {})}
      onFocus={() => setVisit(nextVisit())}
      onChange={event => store(event.target.value)}
      onKeyDown={event => {
        // Arrow keys move within the field.
        event.stopPropagation()
        if (event.key === 'Enter' || event.key === 'Escape') {
          event.preventDefault()
          editor.commands.focus()
        }
      }}
    />
  )
}

const headAt = (editor: Editor, at: number): string => String(editor.state.doc.nodeAt(at)?.attrs['head'] ?? '')

let visits = 0

/** Number of a visit to a field. Negative: the numbers of real compositions are not. */
const nextVisit = (): number => --visits
