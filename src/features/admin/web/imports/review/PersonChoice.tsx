import { Suspense, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Select } from '#platform/web/ui/Select.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { elevated, SubjectPicker, type PickedSubject } from '#features/accounts/web/index.ts'
import {
  changeImportPerson,
  listImportPeople,
  type ImportPerson,
  type PersonAction,
} from '#features/space-import/contract.ts'
import { PERSON_ACTIONS } from '#features/space-import/shared.ts'
import admin from '../../admin.module.css'
import css from '../imports.module.css'

/** Name of an action, as what a user or group becomes. */
export function actionWord(kind: ImportPerson['kind'], action: PersonAction): string {
  switch (action) {
    case 'match':
      return kind === 'user' ? t('An existing user') : t('An existing group')
    case 'create':
      return kind === 'user' ? t('A new account') : t('A new group')
    case 'skip':
      return kind === 'user' ? t('Nobody') : t('Left out')
  }
}

/** Choice of what a user or group of an export becomes; applies at once. */
export function PersonChoice({ id, person }: { id: string; person: ImportPerson }) {
  const { kind, source, action, target } = person
  const name = person.displayName || person.name
  const invalidate = useInvalidate()
  const [isPicking, setPicking] = useState(false)
  const change = useAction(async (chosen: PersonAction, to?: string) => {
    const body = { kind, source, action: chosen, ...(to !== undefined && { target: to }) }
    await elevated(() => call(changeImportPerson, { params: { id }, body }))
    await invalidate(listImportPeople)
    setPicking(false)
  })
  const pick = (picked: PickedSubject | null) => {
    if (picked) void change.run('match', picked.kind === 'user' ? picked.username : picked.name)
  }
  return (
    <div className={css.becomes}>
      <Select
        label={t('What {{name}} becomes', { name })}
        isLabelHidden
        options={PERSON_ACTIONS.map(each => ({ id: each, label: actionWord(kind, each) }))}
        value={isPicking ? 'match' : action}
        isDisabled={change.isPending}
        onChange={chosen => {
          change.reset()
          // The target is still to be chosen.
          setPicking(chosen === 'match' && action !== 'match')
          if (chosen !== 'match' && chosen !== action) void change.run(chosen as PersonAction)
        }}
      />
      {isPicking || (action === 'match' && target === null) ? (
        <Suspense fallback={<Skeleton height="57px" />}>
          <SubjectPicker
            label={kind === 'user' ? t('User of this wiki') : t('Group of this wiki')}
            kinds={[kind]}
            isForAdding
            isDisabled={change.isPending}
            error={change.error?.message}
            onPick={pick}
          />
        </Suspense>
      ) : (
        <>
          {action === 'match' && (
            <span className={css.target}>
              <span className={admin.name}>{kind === 'user' ? `@${target}` : target}</span>
              <Button
                size="small"
                variant="subtle"
                aria-label={t('Choose another for {{name}}', { name })}
                onPress={() => setPicking(true)}
              >
                {t('Change')}
              </Button>
            </span>
          )}
          {change.error && (
            <span className={admin.error} role="alert">
              {change.error.message}
            </span>
          )}
        </>
      )}
    </div>
  )
}
