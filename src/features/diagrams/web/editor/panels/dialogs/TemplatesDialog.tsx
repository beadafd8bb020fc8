import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Tabs } from '#platform/web/ui/Tabs.tsx'
import { templatesOf, type TemplateCategory } from '#diagrams/operations/templates/templates.ts'
import { useEditor } from '../../store/useEditor.ts'
import { useRoving } from '../parts/useRoving.ts'
import { begin, isBlank } from './insert-document.ts'
import { BLANK, TemplateTile, useTemplateWords, type Offered } from './TemplateTile.tsx'
import './dialogs.css'

/** Id of the tab with all kinds. */
const ALL = 'all'
const CATEGORIES: readonly { id: TemplateCategory; name: string }[] = [
  { id: 'flowchart', name: 'Flowcharts' },
  { id: 'org', name: 'Organisation' },
  { id: 'network', name: 'Network' },
  { id: 'software', name: 'Software' },
]
/** Template chooser; existing content is only replaced on request. */
export function TemplatesDialog({
  category,
  onClose,
}: {
  category?: TemplateCategory | undefined
  onClose: () => void
}) {
  const editor = useEditor()
  const translate = useTemplateWords()
  const isEmpty = isBlank(editor.state().document)
  const [chosen, setChosen] = useState<Offered | null>(null)
  const [shown, setShown] = useState<string>(category ?? ALL)
  const take = (template: Offered, isReplacing: boolean) => {
    begin(editor, template.build(translate), 'Use template', isReplacing ? editor.state().pageId : undefined)
    onClose()
  }
  const choice = { chosen, onChoose: setChosen, onTake: (template: Offered) => take(template, false) }
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
              : t('Your drawing stays: the template is added as a new page, or replaces this page.')}
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
        selected={shown}
        onChange={setShown}
        items={[
          { id: ALL, label: t('All'), content: <Overview {...choice} /> },
          ...CATEGORIES.map(({ id, name }) => ({
            id,
            label: t(name),
            content: <Choices templates={[...templatesOf(id), BLANK]} {...choice} />,
          })),
        ]}
      />
    </Dialog>
  )
}

interface ChoiceProps {
  chosen: Offered | null
  onChoose: (template: Offered) => void
  /** A double click applies it. */
  onTake: (template: Offered) => void
}

/** The templates of all kinds, by kind. */
function Overview(choice: ChoiceProps) {
  const list = useRoving<HTMLDivElement>()
  return (
    <div ref={list} role="group" aria-label={t('Templates')}>
      <Tiles templates={[BLANK]} {...choice} />
      {CATEGORIES.map(({ id, name }) => (
        <section key={id} className="ox-de-template-kind">
          <h3>{t(name)}</h3>
          <Tiles templates={templatesOf(id)} {...choice} />
        </section>
      ))}
    </div>
  )
}

function Choices(props: ChoiceProps & { templates: readonly Offered[] }) {
  const list = useRoving<HTMLDivElement>()
  return (
    <div ref={list} role="group" aria-label={t('Templates')}>
      <Tiles {...props} />
    </div>
  )
}

function Tiles({ templates, chosen, onChoose, onTake }: ChoiceProps & { templates: readonly Offered[] }) {
  return (
    <div className="ox-de-templates">
      {templates.map(template => (
        <TemplateTile
          key={template.id}
          template={template}
          aria-pressed={chosen?.id === template.id}
          onClick={() => onChoose(template)}
          onDoubleClick={() => onTake(template)}
        />
      ))}
    </div>
  )
}
