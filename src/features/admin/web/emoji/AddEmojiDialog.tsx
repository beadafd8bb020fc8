import { useEffect, useMemo, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction, useFields } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { FileDrop } from '#platform/web/ui/FileDrop.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { elevated } from '#features/accounts/web/index.ts'
import { addSiteEmoji } from '#features/site-emoji/contract.ts'
import { MAX_EMOJI_BYTES, MAX_EMOJI_NAME } from '#features/site-emoji/shared.ts'
import css from './emoji.module.css'

export function AddEmojiDialog({ onAdded, onClose }: { onAdded: () => Promise<void>; onClose: () => void }) {
  const { values, field } = useFields({ name: '' })
  const [file, setFile] = useState<File>()
  const preview = useMemo(() => file && URL.createObjectURL(file), [file])
  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview])
  const name = values.name.trim().replaceAll(':', '').toLowerCase()
  const add = useAction(async () => {
    if (!file) throw new Error(t('Choose a picture'))
    const body = new FormData()
    body.append('file', file)
    await elevated(() => call(addSiteEmoji, { query: { name }, body }))
    await onAdded()
    showSuccess(t('{{name}} was added', { name: `:${name}:` }))
    onClose()
  })
  return (
    <FormDialog title={t('Add emoji')} submitLabel={t('Add emoji')} action={add} fields={['name']} onClose={onClose}>
      <TextField
        label={t('Name')}
        isRequired
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        autoComplete="off"
        maxLength={MAX_EMOJI_NAME + 2}
        description={t('Letters from a to z, digits, _, + and -. Users find it by “:” and the name.')}
        {...field('name', add)}
      />
      {file && preview !== undefined && (
        <p className={css.name}>
          <img className={css.picture} src={preview} alt="" />
          {file.name}
        </p>
      )}
      <FileDrop
        isMultiple={false}
        accept="image/png,image/jpeg,image/webp,image/gif"
        hint={t('PNG, JPEG, WebP or GIF, up to {{most}} MB; shown small, without movement.', {
          most: MAX_EMOJI_BYTES / 1024 / 1024,
        })}
        onFiles={([chosen]) => {
          add.reset()
          setFile(chosen)
        }}
      />
    </FormDialog>
  )
}
