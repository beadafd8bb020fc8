import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { FileDrop } from '#platform/web/ui/FileDrop.tsx'
import { showSuccess } from '#platform/web/ui/toast-store.ts'
import { removeAvatar, uploadAvatar, type OwnProfile } from '../../contract.ts'
import css from './settings.module.css'
import { useStoreProfile } from './useStoreProfile.ts'

export function PictureForm({ profile }: { profile: OwnProfile }) {
  const store = useStoreProfile()
  const upload = useAction(async (file: File) => {
    const body = new FormData()
    body.append('file', file)
    await store(await call(uploadAvatar, { body }))
    showSuccess(t('Your picture was changed'))
  })
  const remove = useAction(async () => store(await call(removeAvatar)))
  const error = upload.error ?? remove.error
  return (
    <div className={css.picture}>
      <Avatar name={profile.displayName} picture={profile.avatarUrl} size={96} isDecorative />
      <div className={css.pictureForm}>
        <FileDrop
          isMultiple={false}
          accept="image/png,image/jpeg,image/webp,image/gif"
          hint={t('PNG, JPEG, WebP or GIF, up to 5 MB; a square is cut from its middle.')}
          isDisabled={upload.isPending}
          onFiles={([file]) => {
            if (file) void upload.run(file)
          }}
        />
        {profile.hasAvatar && (
          <div>
            <Button size="small" isPending={remove.isPending} onPress={() => void remove.run()}>
              {t('Remove the picture')}
            </Button>
          </div>
        )}
        {error && (
          <p className={css.error} role="alert">
            {error.message}
          </p>
        )}
      </div>
    </div>
  )
}
