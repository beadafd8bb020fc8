import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { call } from '#platform/web/api.ts'
import type { ScreenProps } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor, useEndpoint } from '#platform/web/query.ts'
import { Loaded, together } from '#platform/web/ui/Loaded.tsx'
import { Section } from '#platform/web/ui/Section.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import {
  getGlobalScheme,
  getSpaceScheme,
  getSpaceSchemeType,
  setSpaceScheme,
  setSpaceSchemeType,
  type SchemeInput,
} from '#features/look-and-feel/contract.ts'
import type { SCHEME_TYPES } from '#features/look-and-feel/shared.ts'
import { ColourForm } from '#features/look-and-feel/web/index.tsx'
import { spaceKeyIn, SettingsPage } from './SettingsPage.tsx'

/** Colours of a space: the wiki's or its own. */
export default function ColoursScreen({ search }: ScreenProps) {
  return (
    <SettingsPage current="/spaces/lookandfeel.action" spaceKey={spaceKeyIn(search)}>
      {space => <SpaceColours key={space.key} spaceKey={space.key} />}
    </SettingsPage>
  )
}

function SpaceColours({ spaceKey }: { spaceKey: string }) {
  const client = useQueryClient()
  const params = { spaceKey }
  const answer = together({
    type: useEndpoint(getSpaceSchemeType, { params }),
    scheme: useEndpoint(getSpaceScheme, { params }),
    wiki: useEndpoint(getGlobalScheme),
  })
  const keepType = (type: (typeof SCHEME_TYPES)[number]) =>
    client.setQueryData(queryOptionsFor(getSpaceSchemeType, { params }).queryKey, { type })
  const save = async (body: SchemeInput) => {
    const scheme = await call(setSpaceScheme, { params, body })
    client.setQueryData(queryOptionsFor(getSpaceScheme, { params }).queryKey, scheme)
    keepType('custom')
    return scheme
  }
  // Disabled space colours stay stored.
  const switchTo = async (type: (typeof SCHEME_TYPES)[number]) => {
    await call(setSpaceSchemeType, { params, body: { type } })
    keepType(type)
    return client.fetchQuery({ ...queryOptionsFor(getSpaceScheme, { params }), staleTime: 0 })
  }
  const skeleton = <SkeletonText lines={10} />
  return (
    <Section
      title={t('Colours')}
      description={t(
        'The pages of this space show these colours. Colours that you do not change follow those of the wiki.',
      )}
    >
      <Loaded answer={answer} failure={t('The colours could not be read')} skeleton={skeleton}>
        {({ type: { type }, scheme, wiki }) => (
          <Suspense fallback={skeleton}>
            <p role="status">
              {type === 'custom'
                ? t('This space has its own colours.')
                : t('This space shows the colours of the wiki.')}
            </p>
            <ColourForm
              scheme={scheme}
              defaults={wiki}
              onSave={save}
              reset={
                type === 'custom'
                  ? {
                      label: t('Back to the colours of the wiki'),
                      run: () => switchTo('global'),
                      undo: () => switchTo('custom'),
                    }
                  : undefined
              }
            />
          </Suspense>
        )}
      </Loaded>
    </Section>
  )
}
