import { t } from '#platform/web/i18n.ts'
import type { SpaceSlotContext } from '#features/content/web/index.ts'
import { SideIcon } from './SideIcon.tsx'

/** The way to the space's name and logo, for who administers it. */
export function EditHandle({ spaceKey }: SpaceSlotContext) {
  const label = t('Edit space details')
  return (
    <a className="ox-icon-button ox-space-handle" href={`/spaces/spaceadmin.action?key=${encodeURIComponent(spaceKey)}`} aria-label={label} data-tip={label}>
      <SideIcon name="edit" />
    </a>
  )
}
