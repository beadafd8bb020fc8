import X from 'lucide-react/icons/x'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import type { PickedSubject } from '#features/accounts/web/index.ts'
import css from './share.module.css'

interface RecipientsProps {
  subjects: readonly PickedSubject[]
  onRemove: (subject: PickedSubject) => void
}

/** Chosen users and groups. */
export function Recipients({ subjects, onRemove }: RecipientsProps) {
  if (subjects.length === 0) return null
  return (
    <ul className={css.recipients} aria-label={t('Recipients')}>
      {subjects.map(subject => (
        <li key={`${subject.kind} ${subject.name}`}>
          <span>{subject.name}</span>
          <IconButton
            size="small"
            label={t('Remove {{name}}', { name: subject.name })}
            onPress={() => onRemove(subject)}
          >
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
