import type { ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { pageData } from '#platform/web/session.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { SubNav } from '#platform/web/ui/Section.tsx'
import { SETTINGS_AREAS, type SettingsPath } from '../../settings-areas.ts'

/** Frame of a user settings screen. */
export function SettingsPage({ current, children }: { current: SettingsPath; children: ReactNode }) {
  const { user } = pageData()
  return (
    <PageFrame
      title={t('Your settings')}
      article={false}
      contentClass="settings"
      breadcrumbs={
        user
          ? [
              {
                label: user.displayName,
                href: `/users/viewuserprofile.action?username=${encodeURIComponent(user.username)}`,
              },
            ]
          : []
      }
    >
      <SubNav
        label={t('Your settings')}
        items={SETTINGS_AREAS.map(({ path, title }) => ({ href: path, label: t(title), isCurrent: path === current }))}
      />
      {children}
    </PageFrame>
  )
}
