import { Suspense } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { useEndpoint, useSetAnswer } from '#platform/web/query.ts'
import { Loaded, together } from '#platform/web/ui/Loaded.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { elevated } from '#features/accounts/web/index.ts'
import {
  getDefaultScheme,
  getGlobalScheme,
  resetGlobalScheme,
  setGlobalScheme,
  type ColourScheme,
  type SchemeInput,
} from '#features/look-and-feel/contract.ts'
import { ColourForm } from '#features/look-and-feel/web/index.tsx'
import { AdminPage } from './AdminPage.tsx'

/** Wiki colours in both themes. */
export default function ColoursScreen() {
  const setAnswer = useSetAnswer(getGlobalScheme)
  const answer = together({ scheme: useEndpoint(getGlobalScheme), defaults: useEndpoint(getDefaultScheme) })
  const store = (scheme: ColourScheme) => {
    setAnswer(scheme)
    return scheme
  }
  const skeleton = <SkeletonText lines={10} />
  return (
    <AdminPage title={t('Colours')}>
      <Loaded answer={answer} failure={t('The colours could not be read')} skeleton={skeleton}>
        {({ scheme, defaults }) => (
          <Suspense fallback={skeleton}>
            <ColourForm
              scheme={scheme}
              defaults={defaults}
              onSave={async (body: SchemeInput) => store(await elevated(() => call(setGlobalScheme, { body })))}
              reset={{
                label: t('Back to the colours that the wiki came with'),
                run: async () => store(await elevated(() => call(resetGlobalScheme))),
              }}
            />
          </Suspense>
        )}
      </Loaded>
    </AdminPage>
  )
}
