import ListOrdered from 'lucide-react/icons/list-ordered'
import WrapText from 'lucide-react/icons/wrap-text'
import type { ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { macroParameter, setMacroParameter } from '#language/editor/index.ts'
import type { EditorTools } from '../tools.ts'
import { CODE_LANGUAGES } from './code-languages.ts'
import { HeadField } from './HeadField.tsx'
import { ToolButton } from './ToolButton.tsx'

/** Tools for the code at a position: language, title, line numbers and wrapping. */
export function CodeTools({ tools, at }: { tools: EditorTools; at: number }) {
  return (
    <>
      {/* Not last: the last element must be a tool, which the row uses to measure overflow. */}
      <datalist id="ox-code-languages">
        {CODE_LANGUAGES.map(language => (
          <option key={language}>{language}</option>
        ))}
      </datalist>
      <HeadField
        key={`code ${at}`}
        tools={tools}
        at={at}
        name="language"
        label={t('Language of the code')}
        list="ox-code-languages"
      />
      <HeadField key={`title ${at}`} tools={tools} at={at} name="title" label={t('Title of the code')} />
      <CodeToggle tools={tools} at={at} name="linenumbers" label={t('Line numbers')}>
        <ListOrdered />
      </CodeToggle>
      <CodeToggle tools={tools} at={at} name="wrap" label={t('Wrap long lines')}>
        <WrapText />
      </CodeToggle>
    </>
  )
}

interface CodeToggleProps {
  tools: EditorTools
  at: number
  /** Parameter of the code macro. */
  name: string
  label: string
  children: ReactNode
}

/** Button that switches a parameter of the code at the cursor. */
function CodeToggle({ tools: { editor }, at, name, label, children }: CodeToggleProps) {
  const head = String(editor.state.doc.nodeAt(at)?.attrs['head'] ?? '')
  const isOn = macroParameter(head, name) === 'true'
  const change = () => {
    const next = setMacroParameter(head, name, isOn ? undefined : 'true')
    editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'head', next))
    editor.commands.focus()
  }
  return (
    <ToolButton label={label} isActive={isOn} onPress={change}>
      {children}
    </ToolButton>
  )
}
