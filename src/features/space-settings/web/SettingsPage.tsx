import type { ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { Loaded } from '#platform/web/ui/Loaded.tsx'
import { SubNav } from '#platform/web/ui/Section.tsx'
import { spaceDetails } from '#features/spaces/contract.ts'
import { SPACE_SETTINGS, spaceSettingsHref, type SpaceSettingsPath } from '../areas.ts'

export type SpaceDetails = NonNullable<ReturnType<typeof useSpace>['data']>

function useSpace(key: string) {
  return useEndpoint(spaceDetails, { params: { key } })
}

export interface SettingsPageProps {
  current: SpaceSettingsPath
  spaceKey: string
  children: (space: SpaceDetails) => ReactNode
}

/** Frame of a space settings screen. */
export function SettingsPage({ current, spaceKey, children }: SettingsPageProps) {
  const space = useSpace(spaceKey)
  return (
    <PageFrame
      title={t('Space settings')}
      width="wide"
      article={false}
      contentClass="space-administration"
      breadcrumbs={space.data ? [{ label: space.data.name, href: space.data._links.webui }] : []}
    >
      <SubNav
        label={t('Space settings')}
        items={SPACE_SETTINGS.map(({ path, title }) => ({
          href: spaceSettingsHref(path, spaceKey),
          label: t(title),
          isCurrent: path === current,
        }))}
      />
      <Loaded answer={space} failure={t('The space could not be read')} skeleton={6}>
        {children}
      </Loaded>
    </PageFrame>
  )
}

/** Space key in an address. */
export function spaceKeyIn(search: Readonly<Record<string, unknown>>): string {
  return typeof search['key'] === 'string' ? search['key'] : ''
}
