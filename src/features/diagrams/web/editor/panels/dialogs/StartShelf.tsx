import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { templates } from '#diagrams/operations/templates/templates.ts'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { usePanels } from '../panels-state.ts'
import { useRoving } from '../parts/useRoving.ts'
import { begin, isBlank } from './insert-document.ts'
import { TemplateTile, useTemplateWords } from './TemplateTile.tsx'

/** Shapes that most people begin with; the dialog has all. */
const SHOWN = [
  'flowchart.process',
  'flowchart.approval',
  'org.hierarchy',
  'org.swimlanes',
  'network.small-office',
  'software.containers',
  'software.classes',
]
const OFFERED = SHOWN.flatMap(id => templates.find(template => template.id === id) ?? [])

/**
 * Templates over the lower edge of a new diagram. Users who begin to draw need not close it: it goes with the first
 * change.
 */
export default function StartShelf() {
  const editor = useEditor()
  const { panels } = usePanels()
  const translate = useTemplateWords()
  const list = useRoving<HTMLDivElement>()
  const [isClosed, setClosed] = useState(false)
  const hasBegun = useEditorState(
    ({ document, undo, preview }) => undo.length > 0 || preview !== null || !isBlank(document),
  )
  if (isClosed || hasBegun) return null
  return (
    <section className="ox-de-start" aria-label={t('Templates to begin with')}>
      <header>
        <strong>{t('Begin with a template')}</strong>
        <Button size="small" onPress={() => panels.showDialog('templates')}>
          {t('All templates…')}
        </Button>
        <IconButton label={t('Draw on an empty page')} size="small" onPress={() => setClosed(true)}>
          <X />
        </IconButton>
      </header>
      <div ref={list} role="group" aria-label={t('Templates')}>
        {OFFERED.map(template => (
          <TemplateTile
            key={template.id}
            template={template}
            onClick={() => {
              begin(editor, template.build(translate), 'Use template')
              editor.canvas?.focus({ preventScroll: true })
            }}
          />
        ))}
      </div>
    </section>
  )
}
