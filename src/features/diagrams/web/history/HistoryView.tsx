import { useState } from 'react'
import { useEndpoint } from '#platform/web/query.ts'
import type { DiagramDocument } from '#diagrams/model/document.ts'
import { loadDiagram } from '../../contract.ts'
import type { ViewAddress } from '../../view-address.ts'
import { t } from '#platform/web/i18n.ts'
import { Viewer } from '../viewer/Viewer.tsx'
import { Comparison } from './Comparison.tsx'
import css from './history.module.css'
import { viewerHref } from './history-address.ts'
import { VersionsPanel } from './VersionsPanel.tsx'

/** The viewer beside the versions of a diagram, or two versions compared. */
export default function HistoryView({ address }: { address: ViewAddress }) {
  const { pageId, name, version, compared, page, from } = address
  const [picked, setPicked] = useState<readonly number[]>([])
  const { data } = useEndpoint(loadDiagram, { query: { pageId, name, ...(version === undefined ? {} : { version }) } })
  if (!data) return null
  if (compared !== undefined)
    return <Comparison key={`${compared} ${data.version}`} address={address} one={compared} other={data.version} />
  return (
    <div className={css.layout}>
      <Viewer
        key={`${data.attachmentId} ${data.version}`}
        name={data.name}
        version={data.version}
        // The server checked it against `model/validate.ts` before it was stored or sent.
        document={data.document as unknown as DiagramDocument}
        firstPage={page}
        address={{ pageId: from, ceoid: pageId, name, history: true, ...(version === undefined ? {} : { version }) }}
        backHref={viewerHref(address)}
        backLabel={t('Close history')}
      />
      <VersionsPanel diagram={data} place={address} picked={picked} onPick={setPicked} />
    </div>
  )
}
