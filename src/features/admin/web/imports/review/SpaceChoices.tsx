import { formatNumber } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { useIsPhone } from '#platform/web/media.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { TableListing } from '#platform/web/ui/Listing.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import type { Column } from '#platform/web/ui/Table.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { Toolbar } from '#platform/web/ui/Toolbar.tsx'
import admin from '../../admin.module.css'
import { shortCounts } from '../import-columns.tsx'
import css from '../imports.module.css'
import { usePagedRows } from '../paged-rows.ts'
import type { ChosenSpace, useSpaceChoices } from './space-choices.ts'

type Choices = ReturnType<typeof useSpaceChoices>

interface SpaceChoicesProps {
  choices: Choices
  /** Whether spaces are brought up to date that were imported from an earlier export. */
  isUpdate: boolean
  onUpdate: (isUpdate: boolean) => void
}

/** The spaces of an export: which are imported, and under which keys. */
export function SpaceChoices({ choices, isUpdate, onUpdate }: SpaceChoicesProps) {
  const { spaces } = choices
  const isPhone = useIsPhone()
  const list = usePagedRows('spaces of the export', spaces)
  const chosen = spaces.filter(({ isChosen }) => isChosen)
  const bad = chosen.filter(({ problem }) => problem !== null).map(({ key }) => key)
  const numbers = { chosen: formatNumber(chosen.length), all: formatNumber(spaces.length) }
  return (
    <Section title={t('Spaces')} description={t('Choose the spaces to import, and the keys that they get here.')}>
      {(isUpdate || spaces.some(({ canUpdate }) => canUpdate)) && (
        <div className={css.option}>
          <Checkbox
            isSelected={isUpdate}
            onChange={onUpdate}
            description={t('New contents and versions arrive. What was changed here stays as it is.')}
          >
            {t('Bring spaces up to date that were imported from an earlier export')}
          </Checkbox>
        </div>
      )}
      {spaces.length > 1 && (
        <Toolbar
          actions={
            <>
              {bad.length > 0 && (
                <Button size="small" onPress={() => choices.leaveOut(bad)}>
                  {t('Leave out those with problems')}
                </Button>
              )}
              <Button size="small" onPress={() => choices.chooseAll(true)}>
                {t('All')}
              </Button>
              <Button size="small" onPress={() => choices.chooseAll(false)}>
                {t('None')}
              </Button>
            </>
          }
        >
          <span className={admin.quiet} role="status">
            {t('{{chosen}} of {{all}} chosen', numbers)}
          </span>
        </Toolbar>
      )}
      <TableListing
        list={list}
        label={t('Spaces of the export')}
        failure={t('The spaces could not be read')}
        rowKey={space => space.key}
        columns={spaceColumns({ choices, isUpdate, isPhone })}
        empty={<EmptyState title={t('The export holds no spaces')} />}
      />
    </Section>
  )
}

function spaceColumns({
  choices,
  isUpdate,
  isPhone,
}: Pick<SpaceChoicesProps, 'choices' | 'isUpdate'> & { isPhone: boolean }): Column<ChosenSpace>[] {
  const keyField = (space: ChosenSpace) => (
    <KeyField
      space={space}
      isUpdate={isUpdate}
      isLabelHidden={!isPhone}
      onChange={target => choices.change(space.key, { target })}
    />
  )
  const name: Column<ChosenSpace> = {
    id: 'name',
    header: t('Space'),
    isRowHeader: true,
    cell: space => (
      <>
        <Checkbox isSelected={space.isChosen} onChange={isChosen => choices.change(space.key, { isChosen })}>
          <span className={`${admin.name} ${admin.words}`}>{space.name}</span>
          <span className={`${admin.sub} ${admin.words}`}>{space.key}</span>
        </Checkbox>
        {isPhone && (
          <div className={css.stacked}>
            <span className={admin.sub}>{shortCounts(space.counts, 'source')}</span>
            {keyField(space)}
          </div>
        )}
      </>
    ),
  }
  if (isPhone) return [name]
  return [
    name,
    {
      id: 'counts',
      header: t('What it holds'),
      width: '18rem',
      cell: space => shortCounts(space.counts, 'source') || '–',
    },
    {
      id: 'key',
      header: t('Key here'),
      width: '17rem',
      cell: keyField,
    },
  ]
}

interface KeyFieldProps {
  space: ChosenSpace
  isUpdate: boolean
  isLabelHidden: boolean
  onChange: (target: string) => void
}

function KeyField({ space, isUpdate, isLabelHidden, onChange }: KeyFieldProps) {
  const isUpdated = space.isChosen && isUpdate && space.canUpdate
  return (
    <div className={css.key}>
      <TextField
        label={t('Key here of {{name}}', { name: space.name })}
        isLabelHidden={isLabelHidden}
        value={space.target}
        onChange={onChange}
        isDisabled={!space.isChosen}
        maxLength={255}
        error={space.problem ?? undefined}
        description={isUpdated ? t('The space is brought up to date') : undefined}
      />
    </div>
  )
}
