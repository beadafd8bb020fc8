import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonRow, LinkButton } from '#platform/web/ui/Button.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { elevated } from '#features/accounts/web/index.ts'
import {
  getSpaceImport,
  listSpaceImports,
  startSpaceImport,
  type SpaceImportDetails,
} from '#features/space-import/contract.ts'
import admin from '../../admin.module.css'
import { sumOfCounts } from '../counts.ts'
import { CountsTable } from '../CountsTable.tsx'
import { pathOfImport } from '../import-words.ts'
import { ImportOptions, type ImportTexts } from '../ImportOptions.tsx'
import css from '../imports.module.css'
import { PeopleChoices } from './PeopleChoices.tsx'
import { chosenSpacesOf, useSpaceChoices, type ChosenSpace } from './space-choices.ts'
import { SpaceChoices } from './SpaceChoices.tsx'

/** Review of an import before it is started, or goes on: its spaces, options, users and groups. */
export function ReviewForm({ details }: { details: SpaceImportDetails }) {
  const { id, state, options } = details
  const invalidate = useInvalidate()
  const [isUpdate, setUpdate] = useState(options.update)
  const choices = useSpaceChoices(details, isUpdate)
  const [enableUsers, setEnableUsers] = useState(options.enableUsers)
  const texts: ImportTexts = { timeZone: options.timeZone, baseUrl: options.baseUrl }
  const { values, field } = useFields(texts)
  const start = useAction(async () => {
    const body = {
      ...chosenSpacesOf(choices.spaces),
      enableUsers,
      update: isUpdate,
      timeZone: values.timeZone.trim(),
      baseUrl: values.baseUrl.trim(),
    }
    await elevated(() => call(startSpaceImport, { params: { id }, body }))
    await invalidate(getSpaceImport, listSpaceImports)
    navigateTo(pathOfImport(id), { replace: true })
  })
  const chosen = choices.spaces.filter(({ isChosen }) => isChosen)
  const blocked = details.analysis ? blockOf(chosen) : undefined
  return (
    <>
      {details.analysis && (
        <>
          <SpaceChoices choices={choices} isUpdate={isUpdate} onUpdate={setUpdate} />
          <Section
            title={t('What would be imported')}
            description={t('Counted in the chosen spaces. Nothing is changed before you start the import.')}
          >
            <CountsTable
              label={t('What would be imported')}
              counts={sumOfCounts(chosen.map(({ counts }) => counts))}
              phase="preview"
            />
          </Section>
        </>
      )}
      <PeopleChoices id={id} />
      <Section title={t('Options')}>
        <div className={admin.form}>
          <ImportOptions field={field} action={start} enableUsers={enableUsers} onEnableUsers={setEnableUsers} />
        </div>
      </Section>
      <div className={css.end}>
        {start.error && <Banner tone="danger" title={start.error.message} />}
        {blocked !== undefined && (
          <p className={admin.error} role="status">
            {blocked}
          </p>
        )}
        <ButtonRow>
          <Button
            variant="primary"
            isPending={start.isPending}
            isDisabled={blocked !== undefined || chosen.some(({ isChecking }) => isChecking)}
            onPress={() => void start.run()}
          >
            {state === 'READY' ? t('Start the import') : t('Go on with the import')}
          </Button>
          <LinkButton href="/admin/imports">{t('Cancel')}</LinkButton>
        </ButtonRow>
      </div>
    </>
  )
}

/** Why an import cannot be started. */
function blockOf(chosen: readonly ChosenSpace[]): string | undefined {
  if (chosen.length === 0) return t('Choose at least one space')
  const number = chosen.filter(({ problem }) => problem !== null).length
  return number === 0 ? undefined : t('Spaces that need another key, or must be left out: {{number}}', { number })
}
