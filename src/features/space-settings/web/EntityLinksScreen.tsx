import { useState } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useInvalidate } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { CreateButton } from '#platform/web/ui/CreateButton.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { Loaded, together } from '#platform/web/ui/Loaded.tsx'
import { Lozenge } from '#platform/web/ui/Lozenge.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { Table } from '#platform/web/ui/Table.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import {
  deleteEntityLink,
  type EntityLink,
  getEntityLinkChoices,
  getPrimaryLinks,
  makeEntityLinkPrimary,
  putEntityLink,
} from '#features/application-links/contract.ts'
import { ENTITY_LINKS_PATH, ENTITY_NAMES, SPACE_ENTITY, type EntityType } from '#features/application-links/shared.ts'
import { linkCall } from '#features/application-links/web/index.ts'
import { SettingsPage, spaceKeyIn } from './SettingsPage.tsx'

type Task = { kind: 'create' } | { kind: 'delete'; link: EntityLink }
interface Choice {
  id: string
  name: string
  entityTypeId: EntityType
}

/** Links of a space to other applications. */
export default function EntityLinksScreen({ search }: ScreenProps) {
  const key = spaceKeyIn(search)
  const params = { localType: SPACE_ENTITY, key }
  const invalidate = useInvalidate()
  const links = useEndpoint(getPrimaryLinks, { params }, { staleTime: 0 })
  const choices = useEndpoint(getEntityLinkChoices, { params: { key } })
  const [task, setTask] = useState<Task>()
  const close = () => setTask(undefined)
  const changed = () => invalidate(getPrimaryLinks)
  const makePrimary = useAction(async (link: EntityLink) => {
    await linkCall(makeEntityLinkPrimary, { params, query: nameOf(link) })
    await changed()
  })
  return (
    <SettingsPage current={ENTITY_LINKS_PATH} spaceKey={key}>
      {() => (
        <Section
          title={t('Entity links')}
          description={t('Projects and spaces of linked applications that belong to this space.')}
        >
          <Loaded answer={together({ links, choices })} failure={t('The links could not be read')} skeleton={4}>
            {({ links: byType, choices: { applications } }) => (
              <>
                <Toolbar
                  actions={
                    applications.length > 0 && (
                      <CreateButton onPress={() => setTask({ kind: 'create' })}>{t('Add a link')}</CreateButton>
                    )
                  }
                />
                {makePrimary.error && <Banner tone="danger" title={makePrimary.error.message} />}
                <LinkTable
                  links={Object.values(byType).flat()}
                  applications={applications}
                  onPrimary={link => void makePrimary.run(link)}
                  onRemove={link => setTask({ kind: 'delete', link })}
                />
                {task?.kind === 'create' && (
                  <AddDialog spaceKey={key} applications={applications} onChanged={changed} onClose={close} />
                )}
              </>
            )}
          </Loaded>
          {task?.kind === 'delete' && (
            <ConfirmDialog
              title={t('Remove {{name}}?', { name: task.link.name })}
              confirmLabel={t('Remove')}
              isDangerous
              onClose={close}
              onConfirm={async () => {
                await linkCall(deleteEntityLink, { params, query: nameOf(task.link) })
                await changed()
              }}
            >
              <p>{t('It is no longer among the related links of the space.')}</p>
            </ConfirmDialog>
          )}
        </Section>
      )}
    </SettingsPage>
  )
}

function nameOf({ typeId, key, applicationId }: EntityLink) {
  return { typeId, key, applicationId }
}

function LinkTable({
  links,
  applications,
  onPrimary,
  onRemove,
}: {
  links: readonly EntityLink[]
  applications: readonly Choice[]
  onPrimary: (link: EntityLink) => void
  onRemove: (link: EntityLink) => void
}) {
  return (
    <Table
      label={t('Entity links')}
      rows={links}
      rowKey={link => `${link.applicationId} ${link.typeId} ${link.key}`}
      columns={[
        {
          id: 'name',
          header: t('Name'),
          isRowHeader: true,
          cell: ({ name, isPrimary }) => (
            <>
              {name} {isPrimary && <Lozenge>{t('Primary')}</Lozenge>}
            </>
          ),
        },
        { id: 'key', header: t('Key'), cell: ({ key }) => key },
        { id: 'type', header: t('Kind'), cell: ({ typeId }) => t(ENTITY_NAMES[typeId]) },
        {
          id: 'application',
          header: t('Application'),
          cell: ({ applicationId }) => applications.find(each => each.id === applicationId)?.name ?? '',
        },
        {
          id: 'actions',
          header: t('Actions'),
          isHeaderHidden: true,
          align: 'end',
          cell: link => (
            <>
              {!link.isPrimary && (
                <Button size="small" onPress={() => onPrimary(link)}>
                  {t('Make primary')}
                </Button>
              )}
              <Button size="small" onPress={() => onRemove(link)}>
                {t('Remove')}
              </Button>
            </>
          ),
        },
      ]}
      empty={
        <EmptyState title={t('This space is linked with nothing yet')}>
          {applications.length === 0 && (
            <p>{t('An administrator has to link an application first that has projects or spaces.')}</p>
          )}
        </EmptyState>
      }
    />
  )
}

function AddDialog({
  spaceKey,
  applications,
  onChanged,
  onClose,
}: {
  spaceKey: string
  applications: readonly Choice[]
  onChanged: () => Promise<void>
  onClose: () => void
}) {
  const { values, field } = useFields({ key: '', name: '' })
  const [applicationId, setApplicationId] = useState(applications[0]?.id ?? null)
  const chosen = applications.find(each => each.id === applicationId)
  const save = useAction(async () => {
    if (!chosen) return
    const { key, name } = values
    const body = { applicationId: chosen.id, typeId: chosen.entityTypeId, key, name: name.trim() || key }
    await linkCall(putEntityLink, { params: { localType: SPACE_ENTITY, key: spaceKey }, body })
    await onChanged()
    onClose()
  })
  return (
    <FormDialog title={t('Add a link')} submitLabel={t('Add')} action={save} fields={['key', 'name']} onClose={onClose}>
      <Select
        label={t('Application')}
        options={applications.map(({ id, name }) => ({ id, label: name }))}
        value={applicationId}
        onChange={setApplicationId}
      />
      <TextField
        label={t('Key')}
        isRequired
        {...field('key', save)}
        maxLength={255}
        {...(chosen ? { description: t(ENTITY_NAMES[chosen.entityTypeId]) } : {})}
      />
      <TextField label={t('Name')} {...field('name', save)} maxLength={100} />
    </FormDialog>
  )
}
