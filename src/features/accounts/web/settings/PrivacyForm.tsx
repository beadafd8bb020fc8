import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useSetAnswer } from '#platform/web/query.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { getPreference, updatePreference } from '#features/analytics/contract.ts'

/** Form that says whether one's own use may be recorded. */
export function PrivacyForm() {
  const answer = useEndpoint(getPreference)
  return (
    <Loaded answer={answer} failure={t('The setting could not be read')} skeleton={2}>
      {({ isRecorded }) => <RecordingForm isRecorded={isRecorded} />}
    </Loaded>
  )
}

function RecordingForm({ isRecorded: initial }: { isRecorded: boolean }) {
  const setAnswer = useSetAnswer(getPreference)
  const [isRecorded, setRecorded] = useState(initial)
  const save = useAction(async () => {
    setAnswer(await call(updatePreference, { body: { isRecorded } }))
    showSuccess(t('Your settings were saved'))
  })
  return (
    <ActionForm action={save} fields={[]}>
      <Checkbox
        isSelected={isRecorded}
        onChange={setRecorded}
        description={t('For statistics of this wiki alone. Without it, what was recorded of you is removed.')}
      >
        {t('Record which pages I view')}
      </Checkbox>
    </ActionForm>
  )
}
