import './page-tools.css'
import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { pagesOptionsFor, queryOptionsFor } from '#platform/web/query.ts'
import { slot } from '#platform/web/slots.tsx'
import { compareVersions } from '#features/content/contract.ts'
import { getPageInformation, listHistory, listLinks } from '../contract.ts'
import { comparedVersions } from '../tools.ts'
import { PageDialogs } from './dialogs/PageDialogs.tsx'
import { prepareTool } from './tool-route.ts'
import { ViewersEntry, ViewersHost } from './viewers/PageViewers.tsx'

export const pageToolsWeb = webFeature({
  name: 'page-tools',
  routes: [
    screenRoute({
      path: '/pages/viewpreviousversions.action',
      screen: () => import('./history/HistoryScreen.tsx'),
      prepare: context =>
        prepareTool(context, 'Page history', head =>
          context.query.ensureInfiniteQueryData(pagesOptionsFor(listHistory, { params: { id: head.id } })),
        ),
    }),
    screenRoute({
      path: '/pages/diffpagesbyversion.action',
      screen: () => import('./compare/CompareScreen.tsx'),
      prepare: context =>
        prepareTool(context, 'Compare versions', async head => {
          const versions = comparedVersions(context.search['selectedPageVersions'], head.version)
          if (versions)
            await context.query.ensureQueryData(
              queryOptionsFor(compareVersions, { params: { id: head.id }, query: versions }),
            )
        }),
    }),
    screenRoute({
      path: '/pages/viewinfo.action',
      screen: () => import('./information/InformationScreen.tsx'),
      prepare: context =>
        prepareTool(context, 'Page information', head =>
          Promise.all([
            context.query.ensureQueryData(queryOptionsFor(getPageInformation, { params: { id: head.id } })),
            ...(['incoming', 'outgoing'] as const).map(direction =>
              context.query.ensureInfiniteQueryData(
                pagesOptionsFor(listLinks, { params: { id: head.id }, query: { direction } }),
              ),
            ),
          ]),
        ),
    }),
  ],
  slots: [
    slot('page.menu', {
      id: 'view-source',
      order: 20,
      render: ({ contentId }) => (
        <a
          id="action-view-source-link"
          className="ox-panel-item"
          href={`/plugins/viewsource/viewpagesrc.action?pageId=${contentId}`}
        >
          {t('View source')}
        </a>
      ),
    }),
    slot('page.actions', {
      id: 'page-dialogs',
      order: 900,
      render: ({ contentId }) => <PageDialogs key={contentId} pageId={contentId} />,
    }),
    slot('page.menu', {
      id: 'viewers',
      order: 40,
      render: ({ contentId, close }) => <ViewersEntry pageId={contentId} close={close} />,
    }),
    slot('page.actions', {
      id: 'viewers',
      order: 910,
      render: ({ contentId, mode }) => (mode === 'view' ? <ViewersHost key={contentId} pageId={contentId} /> : null),
    }),
  ],
})
