import type { ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { pageData } from '#platform/web/session.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { Button, ButtonRow } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { getLinkFeature } from '#features/application-links/contract.ts'
import { getAdminNavigation, getLocalShortcuts, getRemoteShortcuts } from '../contract.ts'
import { ADMIN_SHORTCUTS_FEATURE, truncated } from '../shared.ts'
import css from './app-switcher.module.css'
import type { Entity } from './dialog-shown.ts'

const WIDTH = 600

/** Links that are related to a space: what its administrators have put there, and what it is linked with elsewhere. */
export default function ShortcutsDialog({ entity, onClose }: { entity: Entity; onClose: () => void }) {
  const { key, name, entityType } = entity
  const args = { params: { key }, query: { entityType } }
  const local = useEndpoint(getLocalShortcuts, args)
  const remote = useEndpoint(getRemoteShortcuts, args)
  const here = local.data?.shortcuts ?? []
  const there = remote.data?.shortcuts ?? []
  const isEmpty = local.data && remote.data && here.length + there.length === 0
  return (
    <Dialog
      id="project-shortcuts-dialog"
      title={t('Related Links')}
      width={WIDTH}
      onClose={onClose}
      footer={
        <ButtonRow align="end">
          <Button onPress={onClose}>{t('Close')}</Button>
        </ButtonRow>
      }
    >
      {here.length > 0 && (
        <Group title={name}>
          <Related links={here} />
        </Group>
      )}
      {there.length > 0 && (
        <Group title={t('In other applications')}>
          <Related links={there} />
        </Group>
      )}
      {isEmpty && <EmptyState title={t('Nothing is related to {{name}} yet', { name })} />}
      {local.error && <Banner tone="danger" title={t('Something went wrong, please try again')} />}
      {remote.error && <Banner tone="danger" title={t('Could not retrieve remote project shortcuts')} />}
      {((!local.data && !local.error) || (!remote.data && !remote.error)) && <SkeletonText lines={3} />}
      {pageData().user?.isAdmin === true && <AdminShortcuts />}
    </Dialog>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.group}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Related({
  links,
}: {
  links: readonly { link: string; label: string; tooltip?: string; description?: string | undefined }[]
}) {
  return (
    <ul className={css.related}>
      {links.map(({ link, label, tooltip, description }) => (
        <li key={`${link} ${label}`}>
          <a href={link} title={tooltip}>
            {label}
          </a>
          {description && <p>{truncated(description)}</p>}
        </li>
      ))}
    </ul>
  )
}

/** The administration of linked applications, where the feature is switched on. */
function AdminShortcuts() {
  const feature = useEndpoint(getLinkFeature, { params: { name: ADMIN_SHORTCUTS_FEATURE } }, { staleTime: 0 })
  return feature.data?.[ADMIN_SHORTCUTS_FEATURE] === true && <RemoteAdministrations />
}

function RemoteAdministrations() {
  const { data } = useEndpoint(getAdminNavigation)
  const there = data?.filter(link => !link.local) ?? []
  return (
    there.length > 0 && (
      <Group title={t('Administration')}>
        <Related links={there} />
      </Group>
    )
  )
}
