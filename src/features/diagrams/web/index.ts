import './diagrams.css'
import { createElement, lazy, Suspense } from 'react'
import { screenRoute, webFeature } from '#platform/web/feature.ts'
import { t } from '#platform/web/i18n.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { slot } from '#platform/web/slots.tsx'
import { macroSelector, registerIsland } from '#features/content/web/index.ts'
import { loadDiagram, openDiagramEditor } from '../contract.ts'
import { DIAGRAM_TYPES, DRAWIO_MACROS, EDITOR_PATH, MACRO, VIEWER_PATH } from '../names.ts'
import { addressIn, editorQuery } from '../view-address.ts'
import { bannerIn } from './banners.ts'
import { DiagramsPanel } from './DiagramsPanel.tsx'
import { PageDialogPlace } from './page-dialog.ts'
import type { UsesListProps } from './versions/UsesList.tsx'
import { hasPinnedEdit, takePinnedEdit } from './versions/edit-record.ts'

export { embedRequest, type EmbedRequest } from './embed-request.ts'
export { PageDialogPlace } from './page-dialog.ts'
export { pageModules } from './page-modules.ts'
export { svgWithFonts } from './viewer/with-fonts.ts'

for (const macro of [MACRO, ...DRAWIO_MACROS]) registerIsland(macroSelector(macro), () => import('./image-toolbar.ts'))

/** The diagram editor over the page editor; loaded on demand. */
export const InlineDiagramEditor = lazy(() => import('./editor/host/InlineEditor.tsx'))

/** The unlink dialog over the page editor; loaded on demand. */
export const CopyFlowUnlinkDialog = lazy(async () => ({
  default: (await import('./unlink/UnlinkDialogs.tsx')).CopyFlowUnlinkDialog,
}))

/** Asks which version of a pinned diagram to edit; loaded on demand. */
export const chooseEdited: typeof import('./versions/offer.ts').chooseEdited = async (...given) =>
  (await import('./versions/offer.ts')).chooseEdited(...given)

/** Offers the newest version of the pinned diagram that was edited within a text; loaded on demand. */
export async function offerLatestInline(
  pageId: string,
  unpin: (diagram: { ownerPageId: number; name: string }) => void,
): Promise<void> {
  const edit = takePinnedEdit()
  if (!edit) return
  const { offerLatest } = await import('./versions/offer.ts')
  await offerLatest(edit, {
    pageId,
    isShown: () => true,
    unpin: () => unpin({ ownerPageId: Number(edit.ceoid), name: edit.name }),
  })
}

/** The pages that show a diagram; loaded on demand. */
export const DiagramUsesDialog = lazy(() => import('./versions/UsesDialog.tsx'))

const UsesList = lazy(() => import('./versions/UsesList.tsx'))
const PinnedEdit = lazy(() => import('./versions/PinnedEdit.ts'))
const Banner = lazy(() => import('./Banner.ts'))
const CreateEntries = lazy(() => import('./CreateEntries.tsx'))

/** The pages that go without what is deleted. */
function shownOn(uses: Omit<UsesListProps, 'empty'>) {
  return createElement(Suspense, null, createElement(UsesList, { ...uses, empty: '' }))
}

/** Diagrams in the browser: the toolbar on pages, and the viewer. */
export const diagramsWeb = webFeature({
  name: 'diagrams',
  routes: [
    screenRoute({
      path: VIEWER_PATH,
      screen: () => import('./viewer/DiagramScreen.tsx'),
      prepare: async ({ search, query }) => {
        const { pageId, name, version, isHistory, compared } = addressIn(search)
        const shown = isHistory && compared !== undefined ? [version, compared] : [version]
        await Promise.all(
          shown.map(one =>
            query.ensureQueryData(
              queryOptionsFor(loadDiagram, { query: { pageId, name, ...(one === undefined ? {} : { version: one }) } }),
            ),
          ),
        )
        return { title: name, layout: 'bare' }
      },
    }),
    screenRoute({
      path: EDITOR_PATH,
      screen: () => import('./editor/host/EditorScreen.tsx'),
      prepare: async ({ search, query }) => {
        const address = addressIn(search)
        const { pageId, name } = address
        await query.ensureQueryData(queryOptionsFor(openDiagramEditor, { query: { pageId, ...editorQuery(address) } }))
        return { title: name === '' ? t('New diagram') : name, layout: 'bare' }
      },
    }),
  ],
  slots: [
    slot('header.create', {
      id: 'diagrams',
      render: ({ spaceKey, contentId }) =>
        createElement(Suspense, null, createElement(CreateEntries, { spaceKey, contentId })),
    }),
    slot('frame.footer', { id: 'diagrams', render: () => createElement(DiagramsPanel) }),
    slot('file.delete', {
      id: 'diagrams',
      render: ({ pageId, file: { name, mediaType } }) =>
        DIAGRAM_TYPES.some(type => type === mediaType) &&
        shownOn({ ownerPageId: pageId, name, title: t('These pages show it, of those that you may see:') }),
    }),
    slot('page.delete', {
      id: 'diagrams',
      render: ({ pageId }) =>
        shownOn({
          ownerPageId: pageId,
          title: t('Diagrams of this page are missing from these pages then, of those that you may see:'),
        }),
    }),
    slot('page.banner', { id: 'diagram-dialogs', render: () => createElement(PageDialogPlace) }),
    slot('page.banner', {
      id: 'pinned-diagram',
      render: ({ contentId }) =>
        hasPinnedEdit() && createElement(Suspense, null, createElement(PinnedEdit, { pageId: contentId })),
    }),
    slot('page.banner', {
      id: 'diagrams',
      render: ({ contentId }) => {
        const banner = bannerIn(location.search)
        return banner && createElement(Suspense, { key: contentId }, createElement(Banner, { banner }))
      },
    }),
  ],
})
