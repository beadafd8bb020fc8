import type { Reader } from '#platform/view/reader.ts'
import { ADMIN_AREAS } from '../areas.ts'

/** Administration navigation in the sidebar. */
export function AdminNavView({ path, reader: { t } }: { path: string; reader: Reader }) {
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
