import { useEffect, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { FileDrop } from '#platform/web/ui/FileDrop.tsx'
import { FormDialog } from '#platform/web/ui/FormDialog.tsx'
import { TextField } from '#platform/web/ui/TextField.tsx'
import { removeLogo, setLogo } from '#features/spaces/contract.ts'
import { SPACE_ICON_PATH } from '#features/spaces/shared.ts'
import { type Crop, wholeOf } from './crop.ts'
import { Cropper } from './Cropper.tsx'
import css from './logo.module.css'
import { dataUriOf, loadPicture } from './picture.ts'

const WIDTH = 635

export interface LogoDialogProps {
  spaceKey: string
  name: string
  iconUrl: string
  onSaved: (space: { name: string; iconUrl: string }) => void
  onClose: () => void
}

export default function LogoDialog({ spaceKey, name: before, iconUrl, onSaved, onClose }: LogoDialogProps) {
  const [name, setName] = useState(before)
  const [chosen, setChosen] = useState<{ picture: HTMLImageElement; crop: Crop }>()
  const [isRemoved, setRemoved] = useState(false)
  const picture = chosen?.picture
  useEffect(
    () => () => {
      if (picture) URL.revokeObjectURL(picture.src)
    },
    [picture],
  )
  const choose = useAction(async (file: File) => {
    const next = await loadPicture(file)
    setChosen({ picture: next, crop: wholeOf({ width: next.naturalWidth, height: next.naturalHeight }) })
    setRemoved(false)
  })
  const save = useAction(async () => {
    try {
      if (isRemoved) await call(removeLogo, { params: { key: spaceKey } })
      const saved = await call(setLogo, {
        body: { spaceKey, spaceName: name, ...(chosen ? { logoDataURI: dataUriOf(chosen.picture, chosen.crop) } : {}) },
      })
      onSaved({ name: saved.name, iconUrl: saved.logoDownloadPath })
    } catch (cause) {
      throw new Error(t('An error occurred while updating space details'), { cause })
    }
    onClose()
  })
  const shown = isRemoved ? SPACE_ICON_PATH : iconUrl
  const mayRemove = !isRemoved && (chosen !== undefined || iconUrl !== SPACE_ICON_PATH)
  return (
    <FormDialog title={t('Space details')} submitLabel={t('Save')} action={save} onClose={onClose} width={WIDTH}>
      <TextField label={t('Name')} isRequired value={name} onChange={setName} maxLength={255} />
      <div className={css.picker}>
        {chosen ? (
          <Cropper picture={chosen.picture} crop={chosen.crop} onChange={crop => setChosen({ ...chosen, crop })} />
        ) : (
          <div className={css.view} data-still>
            <img className={css.still} src={shown} alt={t('Logo')} />
          </div>
        )}
        <div className={css.choices}>
          <FileDrop
            isMultiple={false}
            accept="image/png,image/jpeg,image/webp,image/gif"
            hint={t('PNG, JPEG, WebP or GIF.')}
            onFiles={([file]) => {
              if (file) void choose.run(file)
            }}
          />
          {mayRemove && (
            <div>
              <Button
                size="small"
                onPress={() => {
                  setRemoved(chosen === undefined)
                  setChosen(undefined)
                }}
              >
                {chosen ? t('Discard the picture') : t('Remove the logo')}
              </Button>
            </div>
          )}
          {choose.error && (
            <p className={css.error} role="alert">
              {choose.error.message}
            </p>
          )}
        </div>
      </div>
    </FormDialog>
  )
}
