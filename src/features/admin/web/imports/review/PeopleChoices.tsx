import Download from 'lucide-react/icons/download'
import Upload from 'lucide-react/icons/upload'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { ApiError } from '#platform/web/api-error.ts'
import { call, urlOf } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { useHistoryState } from '#platform/web/useHistoryState.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonRow, LinkButton } from '#platform/web/ui/Button.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { Tabs } from '#platform/web/ui/Tabs.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import { importPeopleCsv, listImportPeople, uploadImportPeople } from '#features/space-import/contract.ts'
import css from '../imports.module.css'
import { PeopleList } from './PeopleList.tsx'

/** Users and groups of an export, and what they become here. */
export function PeopleChoices({ id }: { id: string }) {
  const [kind, setKind] = useHistoryState('users or groups', 'user')
  const invalidate = useInvalidate()
  const upload = useAction(async (file: File) => {
    const { changed } = await elevated(() => call(uploadImportPeople, { params: { id }, body: new Blob([file]) }))
    await invalidate(listImportPeople)
    showSuccess(t('Changed users and groups: {{number}}', { number: formatNumber(changed) }))
  })
  return (
    <Section
      title={t('Users and groups')}
      description={t(
        'Content of users who become nobody has no author, and their permissions, likes and watches are left out.',
      )}
      actions={
        <ButtonRow>
          <LinkButton href={urlOf(importPeopleCsv, { params: { id } })} icon={<Download />}>
            {t('Download as CSV')}
          </LinkButton>
          <FileTrigger
            acceptedFileTypes={['.csv', 'text/csv']}
            onSelect={files => {
              const file = files?.[0]
              if (file) void upload.run(file)
            }}
          >
            <Button icon={<Upload />} isPending={upload.isPending}>
              {t('Upload changed CSV')}
            </Button>
          </FileTrigger>
        </ButtonRow>
      }
    >
      {upload.error && <UploadFailure error={upload.error} />}
      <Tabs
        label={t('Users and groups')}
        selected={kind}
        onChange={setKind}
        items={[
          { id: 'user', label: t('Users'), content: <PeopleList id={id} kind="user" /> },
          { id: 'group', label: t('Groups'), content: <PeopleList id={id} kind="group" /> },
        ]}
      />
    </Section>
  )
}

/** All that is wrong with a file. */
function UploadFailure({ error }: { error: Error }) {
  const all = error instanceof ApiError && error.errors.length > 1 ? error.errors : undefined
  return (
    <Banner tone="danger" title={all ? t('The file was not accepted. Nothing was changed.') : error.message}>
      {all && (
        <ul className={css.problems}>
          {all.map(({ message }, index) => (
            <li key={index}>{message}</li>
          ))}
        </ul>
      )}
    </Banner>
  )
}
