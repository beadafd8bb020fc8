import type { ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { spaceSettingsHref } from '../areas.ts'
import css from './space-settings.module.css'

/** Link to the settings, for space administrators. */
export function SettingsLink({ spaceKey, collapsed, icon }: { spaceKey: string; collapsed: boolean; icon: ReactNode }) {
  const label = t('Space settings')
  return (
    <a
      className={css.link}
      href={spaceSettingsHref('/spaces/spaceadmin.action', spaceKey)}
      {...(collapsed ? { 'aria-label': label, title: label } : {})}
    >
      {icon}
      {!collapsed && label}
    </a>
  )
}
