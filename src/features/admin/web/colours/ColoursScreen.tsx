import { useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor, useEndpoint } from '#platform/web/query.ts'
import { Banner } from '#platform/web/ui/Banner.tsx'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { getDefaultScheme, getGlobalScheme, resetGlobalScheme, setGlobalScheme, type ColourScheme, type SchemeInput } from '#features/look-and-feel/contract.ts'
import { elevated } from '../access.ts'
import { AdminPage } from '../AdminPage.tsx'
import { ColourForm } from './ColourForm.tsx'

/** The colours of the wiki, in both themes. */
export default function ColoursScreen() {
  const client = useQueryClient()
  const scheme = useEndpoint(getGlobalScheme)
  const defaults = useEndpoint(getDefaultScheme)
  const error = scheme.error ?? defaults.error
  const keep = (answer: ColourScheme) => {
    client.setQueryData(queryOptionsFor(getGlobalScheme).queryKey, answer)
    return answer
  }
  return (
    <AdminPage title={t('Colours')}>
      {error && <Banner tone="danger" title={t('The colours could not be read')}>{error.message}</Banner>}
      {!error && !(scheme.data && defaults.data) && <SkeletonText lines={10} />}
      {scheme.data && defaults.data && (
        <ColourForm
          // Given anew by the server, e.g. when all were taken back.
          key={JSON.stringify(scheme.data)}
          scheme={scheme.data}
          defaults={defaults.data}
          onSave={async (body: SchemeInput) => keep(await elevated(() => call(setGlobalScheme, { body })))}
          onReset={async () => keep(await elevated(() => call(resetGlobalScheme)))}
        />
      )}
    </AdminPage>
  )
}
