import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { slot } from '#platform/web/slots.tsx'
import { getSpaceExport } from '../contract.ts'
import { exportHref, PROGRESS_PATH } from '../shared.ts'

export const spaceExportWeb = webFeature({
  name: 'space-export',
  routes: [
    screenRoute({
      path: PROGRESS_PATH,
      screen: () => import('./ProgressScreen.tsx'),
      prepare: async ({ search, query }) => {
        const { space } = await query.ensureQueryData(
          queryOptionsFor(getSpaceExport, { params: { id: Number(search['export']) } }),
        )
        return { title: `${t('Export space')} - ${space.name}`, spaceKey: space.key }
      },
    }),
  ],
  slots: [
    slot('space.tools', {
      id: 'space-export',
      order: 80,
      render: ({ spaceKey, administers }) =>
        administers && (
          <a className="ox-panel-item" href={exportHref(spaceKey)}>
            {t('Export space')}
          </a>
        ),
    }),
  ],
})
