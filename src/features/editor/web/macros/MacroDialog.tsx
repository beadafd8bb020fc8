import './macros.css'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { TextArea } from '#platform/web/ui/TextField.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { changePlainBody, macroSource, placedMacro } from '#language/editor/index.ts'
import { listMacroForms, previewMacros, type MacroForm } from '../../macros-contract.ts'
import { MOST_PREVIEW_LENGTH } from '../../macros-shared.ts'
import { insertBlock, insertMacro } from '../toolbar/commands.ts'
import type { EditorTools } from '../tools.ts'
import { previewHtml, previewSource } from './previews.ts'
import { MacroField } from './MacroField.tsx'
import { contentOf, macroAt, openSource, placeOf, type MacroOpening } from './opening.ts'
import { newValues, problemOf, valuesIn, withValues, type MacroSource, type MacroValues } from './values.ts'
import { recentMacros } from './recent.ts'
import { usePlace } from './usePlace.ts'

/** Form of a macro: a new one, or one in the text. */
export default function MacroDialog({ tools }: { tools: EditorTools }) {
  const forms = useEndpoint(listMacroForms)
  const [opening] = useState(tools.macro)
  const place = usePlace(tools, placeOf(opening))
  const name = opening && nameOf(tools, opening)
  if (opening === undefined || name === undefined) return null
  if (forms.data) {
    const form = forms.data.macros.find(macro => macro.name === name || macro.aliases.includes(name))
    if (form) return <FormDialog tools={tools} form={form} opening={opening} place={place} />
    return <Unknown tools={tools} name={name} place={place} />
  }
  return (
    <Dialog title={t('Macro')} onClose={tools.close}>
      <Loaded answer={forms} failure={t('The macros could not be read')}>
        {() => null}
      </Loaded>
    </Dialog>
  )
}

function nameOf(tools: EditorTools, opening: MacroOpening): string | undefined {
  if (opening.kind === 'new') return opening.name
  const node = tools.editor.state.doc.nodeAt(opening.at)
  return node ? macroAt(tools, node) : undefined
}

function Unknown({ tools, name, place }: { tools: EditorTools; name: string; place: RefObject<number | undefined> }) {
  return (
    <Dialog
      title={name}
      onClose={tools.close}
      footer={
        <ButtonRow align="end">
          <Button onPress={tools.close}>{t('Close')}</Button>
          <Button variant="primary" onPress={() => openSource(tools, place.current ?? 0)}>
            {t('Edit source')}
          </Button>
        </ButtonRow>
      }
    >
      <p>{t('This wiki does not have the macro “{{name}}”. The page keeps it as it is.', { name })}</p>
    </Dialog>
  )
}

interface FormDialogProps {
  tools: EditorTools
  form: MacroForm
  opening: MacroOpening
  place: RefObject<number | undefined>
}

function FormDialog({ tools, form, opening, place }: FormDialogProps) {
  const [before] = useState(() => startOf(tools, form, opening))
  const [values, setValues] = useState<MacroValues>(before.values)
  const [body, setBody] = useState(before.body)
  const [isTried, setIsTried] = useState(false)
  const problems = new Map(
    form.parameters.map(parameter => [parameter.name, problemOf(parameter, values[parameter.name])]),
  )
  const isNew = opening.kind === 'new'
  const whole = withValues(form, before.source, isNew ? {} : before.values, values)
  const isBodyNew = form.body === 'plain' && !before.source.isHead && (isNew || body !== before.body)
  const source = isBodyNew ? changePlainBody(whole, body) : whole
  const apply = () => {
    setIsTried(true)
    if ([...problems.values()].some(problem => problem !== undefined)) return
    tools.close()
    recentMacros.add(form.name)
    if (isNew) insertNew(tools, form, source)
    else if (source !== before.source.source) storeAt(tools, place.current, before.source, source)
  }
  return (
    <Dialog
      title={form.title}
      width={760}
      focusesField
      isDismissable={false}
      onClose={tools.close}
      footer={
        <div className="ox-macro-footer">
          {!isNew && (
            <Button variant="subtle" onPress={() => openSource(tools, place.current ?? 0)}>
              {t('Edit source')}
            </Button>
          )}
          <ButtonRow align="end">
            <Button onPress={tools.close}>{t('Cancel')}</Button>
            <Button variant="primary" onPress={apply}>
              {isNew ? t('Insert') : t('Apply')}
            </Button>
          </ButtonRow>
        </div>
      }
    >
      <div className="ox-macro-form">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a key of its fields */}
        <form
          className="ox-dialog-form"
          onKeyDown={submitByKey}
          onSubmit={event => {
            event.preventDefault()
            apply()
          }}
        >
          <p className="ox-macro-about">{form.description}</p>
          {form.body === 'plain' && !before.source.isHead && (
            <TextArea label={t('Text')} rows={8} value={body} onChange={setBody} maxLength={MOST_PREVIEW_LENGTH} />
          )}
          {form.parameters.map(parameter => (
            <MacroField
              key={parameter.name}
              view={tools.session.view}
              parameter={parameter}
              values={values}
              initial={before.values[parameter.name]}
              value={values[parameter.name]}
              error={isTried ? problems.get(parameter.name) : undefined}
              onChange={value => setValues(now => ({ ...now, [parameter.name]: value }))}
            />
          ))}
          {form.parameters.length === 0 && form.body !== 'plain' && <p>{t('This macro has nothing to set.')}</p>}
          {/* Implicit submission by Enter needs a button when a form has several fields. */}
          <button type="submit" hidden aria-label={t('Apply')} />
        </form>
        {form.body !== 'rich' && <Preview tools={tools} name={form.name} source={source} />}
      </div>
    </Dialog>
  )
}

/** Ctrl+Enter submits from a text of several lines too, in which Enter begins a line. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

interface Start {
  source: MacroSource
  values: MacroValues
  body: string
}

function startOf({ editor }: EditorTools, form: MacroForm, opening: MacroOpening): Start {
  if (opening.kind === 'new') {
    const isHead = form.isBox
    return { source: { source: isHead ? '' : macroSource(form.name), isHead }, values: newValues(form), body: '' }
  }
  const node = editor.state.doc.nodeAt(opening.at)
  const isHead = node?.attrs['head'] !== undefined
  const source = { source: String(node?.attrs[isHead ? 'head' : 'source'] ?? ''), isHead }
  return { source, values: valuesIn(form, source), body: (!isHead && placedMacro(source.source)?.plain) || '' }
}

function insertNew({ editor, session }: EditorTools, form: MacroForm, source: string): void {
  if (form.isBox) return insertMacro(editor, form.name, source)
  const [block, ...others] = contentOf(source, session.boxes, form.isInline)
  if (!block) return
  if (form.isInline || others.length > 0)
    editor
      .chain()
      .focus()
      .insertContent([block, ...others])
      .run()
  else insertBlock(editor, block)
}

/** Stores the source of a placed macro, unless another writer changed it or took it away: then something else is there. */
function storeAt({ editor }: EditorTools, at: number | undefined, before: MacroSource, source: string): void {
  const attribute = before.isHead ? 'head' : 'source'
  if (at === undefined || editor.state.doc.nodeAt(at)?.attrs[attribute] !== before.source) {
    showToast({ kind: 'warning', title: t('The macro has changed meanwhile. Open it again.') })
    return
  }
  editor.view.dispatch(editor.state.tr.setNodeAttribute(at, attribute, source))
}

function Preview({ tools, name, source }: { tools: EditorTools; name: string; source: string }) {
  const asked = useDebounced(previewSource(tools.editor, name, source), 300)
  const contentId = tools.session.view.id
  const { data, isError } = useEndpoint(
    previewMacros,
    { body: { contentId, sources: [asked] } },
    { keepPrevious: true },
  )
  const html = data && previewHtml(data.previews[0] ?? '', name)
  return (
    <section className="ox-macro-preview" aria-label={t('Preview')} aria-busy={data === undefined && !isError}>
      {html ? (
        <div className="wiki-content" inert dangerouslySetInnerHTML={{ __html: html }} />
      ) : (
        (data || isError) && <p className="ox-macro-empty">{t('There is nothing to show yet.')}</p>
      )}
    </section>
  )
}
