import { useEffect, useEffectEvent, type FormEvent } from 'react'
import type { ScreenProps, Search } from '#platform/web/feature.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { ErrorText } from '#platform/web/ui/ErrorText.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { TextArea, TextField } from '#platform/web/ui/TextField.tsx'
import { MAX_TITLE_LENGTH } from '#features/content-core/shared.ts'
import { templateForm, type TemplateVariable } from '../contract.ts'
import { MEETING_NOTES_KEY } from '../shared.ts'
import { beginDraft } from './begin-draft.ts'
import BlueprintWizard from './BlueprintWizard.tsx'
import { placeIn } from './place.ts'
import css from './templates.module.css'

/** Begins a page from a template: asks for its variables where it has any, then opens the editor. */
export default function EnterVariablesScreen({ search }: ScreenProps) {
  const { templateId } = placeIn(search)
  const form = useEndpoint(templateForm, { params: { templateId } })
  return (
    <PageFrame title={form.data?.name ?? t('Create from template')} width="normal" article={false}>
      <Loaded answer={form} failure={t('The template could not be read')} skeleton={4}>
        {({ blueprint, variables }) =>
          blueprint === MEETING_NOTES_KEY ? (
            <BlueprintWizard
              blueprint={templateId}
              spaceKey={placeIn(search).spaceKey}
              onClose={() => navigateTo(`/display/${encodeURIComponent(placeIn(search).spaceKey)}`)}
            />
          ) : (
            <Variables search={search} variables={variables} />
          )
        }
      </Loaded>
    </PageFrame>
  )
}

function Variables({ search, variables }: { search: Search; variables: readonly TemplateVariable[] }) {
  const { templateId, spaceKey, parentId, title } = placeIn(search)
  const { values, field } = useFields<Record<string, string>>({
    [TITLE]: title,
    ...Object.fromEntries(variables.map(({ name, options }) => [fieldOf(name), options?.[0] ?? ''])),
  })
  const begin = useAction(async () => {
    const context = Object.fromEntries(variables.map(({ name }) => [name, values[fieldOf(name)] ?? '']))
    const place = { spaceKey, contentTemplateId: templateId, ...(parentId ? { parentPageId: parentId } : {}) }
    navigateTo(await beginDraft({ ...place, title: values[TITLE] ?? '', context }), { replace: true })
  })
  const asksNothing = variables.length === 0
  const start = useEffectEvent(() => void begin.run())
  useEffect(() => {
    if (asksNothing) start()
  }, [asksNothing])
  if (asksNothing) return begin.error ? <ErrorText error={begin.error} /> : <SkeletonText lines={6} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void begin.run()
  }
  return (
    <form className={css.form} onSubmit={submit} onInput={begin.reset}>
      <TextField
        label={t('Page title')}
        autoComplete="off"
        maxLength={MAX_TITLE_LENGTH}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        {...field(TITLE, begin)}
      />
      {variables.map(variable => (
        <Variable key={variable.name} variable={variable} field={field(fieldOf(variable.name), begin)} />
      ))}
      <ErrorText error={begin.error} />
      <ButtonRow>
        <Button variant="primary" type="submit" isPending={begin.isPending}>
          {t('Next')}
        </Button>
      </ButtonRow>
    </form>
  )
}

const TITLE = 'title'
/** Variables may have any name, that of the title too. */
const fieldOf = (name: string) => `variable ${name}`

interface VariableProps {
  variable: TemplateVariable
  field: { value: string; onChange: (value: string) => void; error: string | undefined }
}

function Variable({ variable: { name, type, rows, options = [] }, field }: VariableProps) {
  if (type === 'textarea') return <TextArea label={name} rows={rows ?? 5} {...field} />
  if (type === 'string') return <TextField label={name} autoComplete="off" {...field} />
  return <Select label={name} options={options.map(option => ({ id: option, label: option }))} {...field} />
}
