import { lazy, Suspense } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { pagePath } from '#features/content-core/address-shared.ts'
import { loadDiagram } from '../../contract.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { addressIn, type ViewAddress } from '../../view-address.ts'
import { openCopyTo } from '../copy/open.ts'
import { versionHref } from '../history/history-address.ts'
import { PageDialogPlace } from '../page-dialog.ts'
import { ViewerTools } from '../versions/ViewerTools.tsx'
import { Viewer } from './Viewer.tsx'

const HistoryView = lazy(() => import('../history/HistoryView.tsx'))

/** Full-screen viewer, alone or beside the versions. */
export default function DiagramScreen({ search }: ScreenProps) {
  const address = addressIn(search)
  if (!address.isHistory) return <DiagramView address={address} />
  return (
    <Suspense>
      <HistoryView address={address} />
    </Suspense>
  )
}

function DiagramView({ address }: { address: ViewAddress }) {
  const { pageId, name, version, page, from } = address
  const { data } = useEndpoint(loadDiagram, { query: { pageId, name, ...(version === undefined ? {} : { version }) } })
  if (!data) return null
  const copy = () => {
    const source = { pageId: data.pageId, name: data.name, ...(version === undefined ? {} : { version }) }
    void openCopyTo({ source, pageId: from })
  }
  return (
    <>
      <Viewer
        key={`${data.attachmentId} ${data.version}`}
        name={data.name}
        version={version === undefined ? undefined : data.version}
        // The server checked it against `model/validate.ts` before it was stored or sent.
        document={data.document as unknown as DiagramDocument}
        firstPage={page}
        address={{
          pageId: from,
          ceoid: data.pageId,
          name: data.name,
          ...(version === undefined ? {} : { version }),
        }}
        backHref={pagePath(from)}
        tools={<ViewerTools ownerPageId={data.pageId} name={data.name} historyHref={versionHref(address, version)} />}
        {...(data.may.update ? { onCopy: copy } : {})}
      />
      <PageDialogPlace />
    </>
  )
}
