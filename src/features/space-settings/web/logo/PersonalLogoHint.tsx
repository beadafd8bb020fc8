import type { ReactElement } from 'react'
import { t } from '#platform/web/i18n.ts'
import { pageData } from '#platform/web/session.ts'
import { Popover } from '#platform/web/ui/Popover.tsx'
import { spaceSettingsHref } from '../../areas.ts'
import css from './logo.module.css'

export interface PersonalLogoHintProps {
  spaceKey: string
  trigger: ReactElement
  onClose: () => void
}

/** Explains where a personal space's picture is changed. */
export default function PersonalLogoHint({ spaceKey, trigger, onClose }: PersonalLogoHintProps) {
  const isOwn = spaceKey.toLowerCase() === `~${pageData().user?.username.toLowerCase() ?? ''}`
  return (
    <Popover
      trigger={trigger}
      label={t('Space details')}
      width={280}
      isOpen
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <div className={css.hint}>
        <p>{t('The logo of a personal space is the profile picture of its owner.')}</p>
        {isOwn && (
          <p>
            <a href="/users/profile/editmyprofilepicture.action">{t('Change your profile picture')}</a>
          </p>
        )}
        <p>
          <a href={spaceSettingsHref('/spaces/spaceadmin.action', spaceKey)}>{t('Change the name of the space')}</a>
        </p>
      </div>
    </Popover>
  )
}
