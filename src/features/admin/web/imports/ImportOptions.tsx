import type { Action, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'

/** Options of an import that are text. */
export interface ImportTexts extends Readonly<Record<string, string>> {
  timeZone: string
  baseUrl: string
}

interface ImportOptionsProps {
  field: ReturnType<typeof useFields<ImportTexts>>['field']
  action: Pick<Action<[]>, 'fieldError'>
  enableUsers: boolean
  onEnableUsers: (value: boolean) => void
}

/** Fields for how an export is imported. */
export function ImportOptions({ field, action, enableUsers, onEnableUsers }: ImportOptionsProps) {
  return (
    <>
      <TextField
        label={t('Address of the old wiki')}
        description={t('Links to it become links to this wiki')}
        {...field('baseUrl', action)}
        maxLength={2000}
      />
      <TextField
        label={t('Time zone of its server')}
        description={t('Such as Europe/Berlin; UTC unless the export names one')}
        {...field('timeZone', action)}
        maxLength={64}
      />
      <Checkbox isSelected={enableUsers} onChange={onEnableUsers}>
        {t('People who get an account by this may sign in, once they have set a password')}
      </Checkbox>
    </>
  )
}
