import { call } from '#platform/web/api.ts'
import { useAction } from '#platform/web/form.ts'
import { t } from '#platform/web/i18n.ts'
import { Avatar } from '#platform/web/ui/Avatar.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { FileDrop } from '#platform/web/ui/FileDrop.tsx'
import { showToast } from '#platform/web/ui/toast-store.ts'
import { removeAvatar, uploadAvatar, type OwnProfile } from '../../contract.ts'
import css from './settings.module.css'
import { useKeepProfile } from './useKeepProfile.ts'

/** Changes one's picture at once, without a further button. */
export function PictureForm({ profile }: { profile: OwnProfile }) {
  const keep = useKeepProfile()
  const upload = useAction(async (file: File) => {
    const body = new FormData()
    body.append('file', file)
    await keep(await call(uploadAvatar, { body }))
    showToast({ kind: 'success', title: t('Your picture was changed') })
  })
  const remove = useAction(async () => keep(await call(removeAvatar)))
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
        {error && <p className={css.error} role="alert">{error.message}</p>}
      </div>
    </div>
  )
}
