import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { searchGroups, searchUsers } from '#features/accounts/contract.ts'
import { subjectKey, type Who } from './model.ts'

const SUGGESTED = 8

export function SubjectPicker({ taken, onPick }: { taken: readonly string[]; onPick: (who: Who) => void }) {
  const [text, setText] = useState('')
  const query = useDebounced(text.trim())
  const users = useEndpoint(searchUsers, { query: { query, limit: SUGGESTED } }, { keepPrevious: true })
  const groups = useEndpoint(searchGroups, { query: { query, limit: SUGGESTED } }, { keepPrevious: true })
  const found: Who[] = [
    ...(users.data?.results ?? []).map(user => ({
      kind: 'user' as const,
      person: {
        username: user.username,
        userKey: user.userKey,
        displayName: user.displayName,
        avatarUrl: user.avatarUrl,
      },
    })),
    ...(groups.data?.results ?? []).map(group => ({ kind: 'group' as const, name: group.name })),
  ]
  const options = found
    .filter(who => !taken.includes(subjectKey(who)))
    .map(who =>
      who.kind === 'user'
        ? {
            id: subjectKey(who),
            label: who.person.displayName,
            description: `@${who.person.username}`,
            icon: <Avatar name={who.person.displayName} picture={who.person.avatarUrl} size={24} isDecorative />,
          }
        : {
            id: subjectKey(who),
            label: who.name,
            description: t('Group'),
            icon: <Users size={20} />,
          },
    )
  const error = users.error ?? groups.error
  return (
    <ComboBox
      label={t('Add a user or group')}
      placeholder={t('Name of a user or group')}
      options={options}
      value={null}
      inputValue={text}
      onInputChange={setText}
      isLoading={users.isFetching || groups.isFetching}
      error={error?.message}
      onChange={key => {
        const who = found.find(one => subjectKey(one) === key)
        if (!who) return
        onPick(who)
        setText('')
      }}
    />
  )
}
