import { useState } from 'react'
import { checkAccessMode } from '#platform/web/access-mode.ts'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useSetAnswer } from '#platform/web/query.ts'
import { ActionForm } from '#platform/web/ui/ActionForm.tsx'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { TextArea } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import { getAccessSettings, updateAccessSettings, type AccessSettings } from '../settings-contract.ts'

/** Form that makes the wiki read-only and sets the banner text. */
export function AccessModeForm() {
  const settings = useEndpoint(getAccessSettings)
  return (
    <Loaded answer={settings} failure={t('The settings could not be read')} skeleton={3}>
      {read => <Form settings={read} />}
    </Loaded>
  )
}

function Form({ settings }: { settings: AccessSettings }) {
  const setAnswer = useSetAnswer(getAccessSettings)
  const [isReadOnly, setReadOnly] = useState(settings.mode === 'READ_ONLY')
  const [isShown, setShown] = useState(settings.banner.isShown)
  const [text, setText] = useState(settings.banner.text)
  const save = useAction(async () => {
    const body = { mode: isReadOnly ? ('READ_ONLY' as const) : ('READ_WRITE' as const), banner: { isShown, text } }
    setAnswer(await elevated(() => call(updateAccessSettings, { body })))
    await checkAccessMode()
    showSuccess(isReadOnly ? t('The wiki is read-only now') : t('The wiki can be changed'))
  })
  return (
    <ActionForm action={save} fields={['banner']} variant="default">
      <Checkbox isSelected={isReadOnly} onChange={setReadOnly}>
        {t('The wiki is read-only')}
      </Checkbox>
      <Checkbox isSelected={isShown} onChange={setShown} description={t('On every page, while the wiki is read-only.')}>
        {t('Show a banner')}
      </Checkbox>
      <TextArea
        label={t('Text of the banner')}
        rows={2}
        isRequired
        value={text}
        onChange={setText}
        error={save.fieldError('banner')}
        maxLength={500}
      />
    </ActionForm>
  )
}
