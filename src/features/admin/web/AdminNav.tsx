import { t } from '#platform/web/i18n.ts'
import { ADMIN_AREAS } from '../areas.ts'

/** Links of the administration, in the sidebar; the server draws the same. */
export function AdminNav({ path }: { path: string }) {
  return (
    <nav className="ox-admin-nav" aria-label={t('Administration')}>
      <ul>
        {ADMIN_AREAS.map(area => (
          <li key={area.path}>
            <a href={area.path} aria-current={area.path === path ? 'page' : undefined}>
              {t(area.title)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
