import X from 'lucide-react/icons/x'
import { Suspense } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { usePages, useInvalidate } from '#platform/web/query.ts'
import { Dialog, DoneFooter } from '#platform/web/ui/Dialog.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import {
  addMember,
  listMemberships,
  removeMember,
  searchGroups,
  searchUsers,
  type DirectoryEntry,
} from '#features/accounts/contract.ts'
import { elevated, SubjectPicker } from '#features/accounts/web/index.ts'
import css from '../admin.module.css'

/** Groups of a user; changes save at once. */
export function UserGroupsDialog({ user, onClose }: { user: DirectoryEntry; onClose: () => void }) {
  const invalidate = useInvalidate()
  const groups = growingList(usePages(listMemberships, { query: { key: user.userKey, limit: 100 } }))
  const change = useAction(async (endpoint: typeof addMember, groupName: string) => {
    await elevated(() => call(endpoint, { params: { username: user.username, groupName } }))
    await invalidate(listMemberships, searchUsers, searchGroups)
  })
  return (
    <Dialog
      title={t('Groups of {{name}}', { name: user.displayName })}
      onClose={onClose}
      footer={<DoneFooter onPress={onClose} />}
    >
      <div className={css.stack}>
        <Suspense fallback={<Skeleton height="56px" />}>
          <SubjectPicker
            label={t('Add to a group')}
            kinds={['group']}
            isForAdding
            error={change.error?.message}
            onPick={picked => {
              if (picked) void change.run(addMember, picked.name)
            }}
          />
        </Suspense>
        <Listing
          list={groups}
          failure={t('The groups could not be read')}
          skeleton={{ rows: 1 }}
          empty={<p className={css.quiet}>{t('In no group yet.')}</p>}
        >
          {rows => (
            <ul className={css.chips} aria-label={t('Groups')}>
              {rows.map(({ name }) => (
                <li key={name} className={css.chip}>
                  {name}
                  <IconButton
                    size="small"
                    label={t('Take out of {{group}}', { group: name })}
                    onPress={() => void change.run(removeMember, name)}
                  >
                    <X />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
        </Listing>
      </div>
    </Dialog>
  )
}
