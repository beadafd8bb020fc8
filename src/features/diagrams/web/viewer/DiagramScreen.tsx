import type { ScreenProps } from '#platform/web/feature.ts'
import { useEndpoint } from '#platform/web/query.ts'
import { pagePath } from '#features/content/address-shared.ts'
import { loadDiagram } from '../../contract.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { addressIn } from '../../view-address.ts'
import { openCopyTo } from '../copy/open.ts'
import { PageDialogPlace } from '../page-dialog.ts'
import { ViewerTools } from '../versions/ViewerTools.tsx'
import { Viewer } from './Viewer.tsx'

/** Full-screen viewer. */
export default function DiagramScreen({ search }: ScreenProps) {
  const { pageId, name, version, page, from } = addressIn(search)
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
        backHref={pagePath(from)}
        tools={<ViewerTools ownerPageId={data.pageId} name={data.name} />}
        {...(data.may.update ? { onCopy: copy } : {})}
      />
      <PageDialogPlace />
    </>
  )
}
