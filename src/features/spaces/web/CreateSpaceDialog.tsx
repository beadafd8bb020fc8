import { useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { Checkbox } from '#platform/web/ui/Choices.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { TextArea, TextField } from '#platform/web/ui/TextField.tsx'
import { createPrivateSpaceCall, createSpaceCall, spaceDirectory } from '../contract.ts'
import { suggestKey } from './suggest-key.ts'

/** Creates a space and opens it. */
export default function CreateSpaceDialog({ onClose }: { onClose: () => void }) {
  const invalidate = useInvalidate()
  const [name, setName] = useState('')
  const [ownKey, setOwnKey] = useState<string>()
  const [purpose, setPurpose] = useState('')
  const [isPrivate, setPrivate] = useState(false)
  const key = ownKey ?? suggestKey(name)
  const action = useAction(
    async () => {
      const body = { key, name: name.trim(), description: { plain: { value: purpose } } }
      const space = await call(isPrivate ? createPrivateSpaceCall : createSpaceCall, { body })
      await invalidate(spaceDirectory)
      navigateTo(space._links.webui)
      // Taken or invalid keys are refused with 400 and no field.
    },
    { 400: 'key' },
  )
  return (
    <FormDialog
      title={t('Create space')}
      submitLabel={t('Create space')}
      action={action}
      fields={['name', 'key']}
      onClose={onClose}
    >
      <TextField
        label={t('Name')}
        value={name}
        onChange={setName}
        isRequired
        maxLength={200}
        // Opened to type here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        error={action.fieldError('name')}
      />
      <TextField
        label={t('Space key')}
        description={t('Part of every address in the space: /display/{{key}}/…', { key: key === '' ? 'KEY' : key })}
        value={key}
        onChange={text => setOwnKey(text.toUpperCase())}
        isRequired
        maxLength={255}
        error={action.fieldError('key')}
      />
      <TextArea label={t('Description')} value={purpose} onChange={setPurpose} maxLength={20_000} />
      <Checkbox isSelected={isPrivate} onChange={setPrivate}>
        {t('Only I can see it')}
      </Checkbox>
    </FormDialog>
  )
}
