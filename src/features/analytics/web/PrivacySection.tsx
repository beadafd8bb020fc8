import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useSetAnswer } from '#platform/web/query.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { getPreference, updatePreference } from '../contract.ts'

/** Section of the profile settings that lets users turn off the recording of their own use. */
export default function PrivacySection() {
  const answer = useEndpoint(getPreference)
  return (
    <Section title={t('Privacy')}>
      <Loaded answer={answer} failure={t('The setting could not be read')} skeleton={2}>
        {({ isRecorded }) => <RecordingForm isRecorded={isRecorded} />}
      </Loaded>
    </Section>
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
