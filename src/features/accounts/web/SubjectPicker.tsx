import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { useDebounced } from '#platform/web/useDebounced.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { ComboBox } from '#platform/web/ui/ComboBox.tsx'
import { searchGroups, searchUsers } from '../contract.ts'

/** Selected user or group. */
export type PickedSubject =
  | { kind: 'user'; userKey: string; username: string; name: string; picture: string }
  | { kind: 'group'; name: string }

export interface SubjectPickerProps {
  label: string
  /** Default: both. */
  kinds?: readonly PickedSubject['kind'][]
  placeholder?: string
  description?: string
  error?: string | undefined
  /** Current selection; its name shows in the field. */
  value?: PickedSubject | null
  onPick: (subject: PickedSubject | null) => void
  /** Clears the field after each choice. */
  isForAdding?: boolean
  isDisabled?: boolean
}

const MOST = 8
const BOTH = ['user', 'group'] as const

/** Combo box of users and groups, searched by name prefix. */
export default function SubjectPicker(props: SubjectPickerProps) {
  const { label, kinds = BOTH, value = null, onPick, isForAdding, description, error, isDisabled } = props
  const [text, setText] = useState(value ? value.name : '')
  // The last choice stays the field's value, which closes the list; typing clears it.
  const [last, setLast] = useState<string | null>(null)
  const query = useDebounced(text.trim())
  const users = useEndpoint(
    searchUsers,
    { query: { query, limit: MOST } },
    { enabled: kinds.includes('user'), keepPrevious: true },
  )
  const groups = useEndpoint(
    searchGroups,
    { query: { query, limit: MOST } },
    { enabled: kinds.includes('group'), keepPrevious: true },
  )
  const subjects: PickedSubject[] = [
    ...(groups.data?.results ?? []).map(({ name }): PickedSubject => ({ kind: 'group', name })),
    ...(users.data?.results ?? []).map((user): PickedSubject => ({
      kind: 'user',
      userKey: user.userKey,
      username: user.username,
      name: user.displayName,
      picture: user.avatarUrl,
    })),
  ]
  const pick = (id: string | null) => {
    const subject = subjects.find(one => idOf(one) === id)
    if (!subject && id !== null) return
    if (isForAdding && (id === null || id === last)) return
    if (isForAdding) setLast(id)
    setText(subject && !isForAdding ? subject.name : '')
    onPick(subject ?? null)
  }
  return (
    <ComboBox
      label={label}
      placeholder={props.placeholder ?? t('Type a name')}
      description={description}
      error={error}
      isDisabled={isDisabled ?? false}
      value={isForAdding ? last : value && idOf(value)}
      onChange={pick}
      inputValue={text}
      onInputChange={next => {
        setText(next)
        if (next !== '') setLast(null)
      }}
      isLoading={users.isLoading || groups.isLoading}
      options={subjects.map(subject => ({
        id: idOf(subject),
        label: subject.name,
        description: subject.kind === 'user' ? `@${subject.username}` : t('Group'),
        icon:
          subject.kind === 'user' ? (
            <Avatar name={subject.name} picture={subject.picture} isDecorative />
          ) : (
            <Users size={20} />
          ),
      }))}
    />
  )
}

function idOf(subject: PickedSubject): string {
  return subject.kind === 'user' ? `user:${subject.userKey}` : `group:${subject.name}`
}
