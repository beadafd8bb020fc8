import { use, useMemo, useState } from 'react'
import { locale, t } from '#platform/web/i18n.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Tabs } from '#platform/web/ui/Tabs.tsx'
import {
  blank,
  templatesOf,
  wordsOf,
  type Template,
  type TemplateCategory,
} from '#diagrams/operations/templates/templates.ts'
import { renderDiagram } from '#diagrams/render/render.ts'
import { useEditor } from '../../store/useEditor.ts'
import { useSeen } from '../library/useSeen.ts'
import { SvgPicture } from '../parts/SvgPicture.tsx'
import { useRoving, ROVING } from '../parts/useRoving.ts'
import { begin, isBlank } from './insert-document.ts'
import './dialogs.css'

const CATEGORIES: readonly { id: TemplateCategory; name: string }[] = [
  { id: 'org', name: 'Organisation' },
  { id: 'network', name: 'Network' },
  { id: 'software', name: 'Software' },
]
const BLANK: Pick<Template, 'id' | 'name' | 'build'> = { id: 'blank', name: 'Blank page', build: blank }
type Offered = typeof BLANK
/** The templates' own texts, separate from those of the interface. */
const words = wordsOf(locale())

/** Template chooser; existing content is only replaced on request. */
export function TemplatesDialog({
  category,
  onClose,
}: {
  category?: TemplateCategory | undefined
  onClose: () => void
}) {
  const editor = useEditor()
  const translate = use(words)
  const isEmpty = isBlank(editor.state().document)
  const [chosen, setChosen] = useState<Offered | null>(null)
  const take = (template: Offered, isReplacing: boolean) => {
    begin(editor, template.build(translate), 'Use template', isReplacing ? editor.state().pageId : undefined)
    onClose()
  }
  return (
    <Dialog
      title={t('Begin with a template')}
      width={860}
      height={640}
      onClose={onClose}
      footer={
        <div className="ox-de-templates-foot">
          <span role="status">
            {isEmpty || !chosen
              ? ''
              : t('What is drawn stays: the template comes on a page of its own, or in the place of this page.')}
          </span>
          <ButtonRow align="end">
            <Button onPress={onClose}>{t('Cancel')}</Button>
            {!isEmpty && (
              <Button isDisabled={!chosen} onPress={() => chosen && take(chosen, true)}>
                {t('Replace this page')}
              </Button>
            )}
            <Button variant="primary" isDisabled={!chosen} onPress={() => chosen && take(chosen, false)}>
              {isEmpty ? t('Use template') : t('Add as a page')}
            </Button>
          </ButtonRow>
        </div>
      }
    >
      <Tabs
        label={t('Kinds of templates')}
        items={ordered(category).map(({ id, name }) => ({
          id,
          label: t(name),
          content: (
            <Choices
              templates={[...templatesOf(id), BLANK]}
              chosen={chosen}
              onChoose={setChosen}
              onTake={template => take(template, false)}
            />
          ),
        }))}
      />
    </Dialog>
  )
}

/** The requested category first, and selected. */
function ordered(category: TemplateCategory | undefined) {
  return category ? CATEGORIES.toSorted((a, b) => Number(b.id === category) - Number(a.id === category)) : CATEGORIES
}

interface ChoicesProps {
  templates: readonly Offered[]
  chosen: Offered | null
  onChoose: (template: Offered) => void
  /** A double click applies it. */
  onTake: (template: Offered) => void
}

function Choices({ templates, chosen, onChoose, onTake }: ChoicesProps) {
  const list = useRoving<HTMLDivElement>()
  return (
    <div ref={list} className="ox-de-templates" role="group" aria-label={t('Templates')}>
      {templates.map(template => (
        <button
          key={template.id}
          type="button"
          aria-pressed={chosen?.id === template.id}
          onClick={() => onChoose(template)}
          onDoubleClick={() => onTake(template)}
          {...ROVING}
        >
          <Preview template={template} />
          <span>{t(template.name)}</span>
        </button>
      ))}
    </div>
  )
}

function Preview({ template }: { template: Offered }) {
  const [box, isSeen] = useSeen<HTMLSpanElement>()
  return (
    <span ref={box} className="ox-de-template-picture" aria-hidden="true">
      {isSeen && <Picture template={template} />}
    </span>
  )
}

function Picture({ template }: { template: Offered }) {
  const translate = use(words)
  const svg = useMemo(() => renderDiagram(template.build(translate), { margin: 16 }).svg, [template, translate])
  return <SvgPicture svg={svg} label="" />
}
