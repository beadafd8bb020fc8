import type { ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { PageFrame } from '#platform/web/shell/PageFrame.tsx'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { SubNav } from '#platform/web/ui/Section.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
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

/** One of the screens of a space's settings. */
export function SettingsPage({ current, spaceKey, children }: SettingsPageProps) {
  const { data, error } = useSpace(spaceKey)
  return (
    <PageFrame
      title={t('Space settings')}
      width="wide"
      article={false}
      contentClass="space-administration"
      breadcrumbs={data ? [{ label: data.name, href: data._links.webui }] : []}
    >
      <SubNav
        label={t('Space settings')}
        items={SPACE_SETTINGS.map(({ path, title }) => ({ href: spaceSettingsHref(path, spaceKey), label: t(title), isCurrent: path === current }))}
      />
      {error && <Banner tone="danger" title={t('The space could not be read')}>{error.message}</Banner>}
      {!data && !error && <SkeletonText lines={6} />}
      {data && children(data)}
    </PageFrame>
  )
}

/** The key of the space that an address names. */
export function keyOf(search: Readonly<Record<string, unknown>>): string {
  return typeof search['key'] === 'string' ? search['key'] : ''
}
