import type { ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { pageData } from '#platform/web/session.ts'
import { settingsAreas } from '#platform/web/settings-areas.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { SubNav } from '#platform/web/ui/Section.tsx'

/** Frame of a user settings screen. `current`: path of its area. */
export function SettingsPage({ current, children }: { current: string; children: ReactNode }) {
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
        items={settingsAreas().map(({ path, title }) => ({ href: path, label: t(title), isCurrent: path === current }))}
      />
      {children}
    </PageFrame>
  )
}
