import { useQueryClient } from '@tanstack/react-query'
import type { ScreenProps } from '#platform/web/feature.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { Slot } from '#platform/web/slots.tsx'
import { pagePath } from '#features/content-core/address-shared.ts'
import { DIAGRAM_TYPE_PARAMETER } from '../../../names.ts'
import { templatesOf } from '../../../reference-shared.ts'
import { addressIn } from '../../../view-address.ts'
import { openEmbedDialog } from '../../embed-dialog.ts'
import { openCopyTo } from '../../copy/open.ts'
import { PageDialogPlace } from '../../page-dialog.ts'
import { EditorFrame } from './EditorFrame.tsx'
import type { Target } from './session.ts'

/** The diagram editor at its own URL. */
export default function EditorScreen({ search }: ScreenProps) {
  const query = useQueryClient()
  const { pageId, name, version, edited, page, from } = addressIn(search)
  const target: Target = {
    ownerPageId: pageId,
    name,
    templates: templatesOf([search[DIAGRAM_TYPE_PARAMETER]].flat()[0]),
    pageId: from,
    ...(version === undefined ? {} : { pinned: version }),
    ...(edited === undefined ? {} : { edited }),
    ...(page === undefined ? {} : { diagramPage: page }),
  }
  return (
    <div className="ox-diagram">
      <EditorFrame
        key={`${pageId} ${name} ${version ?? ''} ${edited ?? ''}`}
        target={target}
        onSaved={() => {
          // The page with the diagram is fetched again.
          query.removeQueries({ type: 'inactive' })
        }}
        onRenamed={({ to }) => {
          query.removeQueries({ type: 'inactive' })
          keepName(to)
        }}
        onLeave={() => navigateTo(pagePath(from))}
        onEmbed={stored => openEmbedDialog({ ownerPageId: pageId, name: stored })}
        onCopy={(drawn, content) => void openCopyTo({ source: { pageId, name: drawn }, pageId: from, content })}
      />
      <PageDialogPlace />
      <Slot name="diagram.editor" context={{}} />
    </div>
  )
}

/** The address names the renamed diagram, which stays open: a reload finds it. */
function keepName(name: string): void {
  const url = new URL(location.href)
  url.searchParams.set('name', name)
  history.replaceState(history.state, '', url)
}
