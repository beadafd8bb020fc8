import FileText from 'lucide-react/icons/file-text'
import Network from 'lucide-react/icons/network'
import Link2 from 'lucide-react/icons/link-2'
import Paperclip from 'lucide-react/icons/paperclip'
import { useSyncExternalStore } from 'react'
import type { DiagramPage, Link } from '#diagrams/model/document.ts'
import { useEditor } from '../../store/useEditor.ts'
import './link.css'
import { useLinkTarget } from './link-target.ts'

const ICONS = { page: FileText, diagram: Network, attachment: Paperclip, url: Link2 } as const

/**
 * Link target of the hovered object, in the corner of a browser's status line. The style panel shows the selection's.
 */
export function LinkHint() {
  const editor = useEditor()
  const { tools } = editor
  const link = useSyncExternalStore(tools.subscribe, () => {
    const { hover, state } = tools.hints()
    return state === 'idle' ? linkOf(editor.page, hover) : undefined
  })
  const target = useLinkTarget(link)
  if (!link || target === undefined) return null
  const Icon = ICONS[link.kind]
  return (
    <div className="ox-de-link-hint" aria-hidden="true">
      <Icon size={14} />
      <span>{target}</span>
    </div>
  )
}

/** Link of an object, or of its nearest group with one. */
function linkOf(page: DiagramPage, id: string | null): Link | undefined {
  for (let at = id; at !== null;) {
    const object = page.objects[at]
    if (object?.link) return object.link
    at = object?.parent ?? null
  }
  return undefined
}
