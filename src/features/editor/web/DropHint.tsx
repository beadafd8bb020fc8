import Upload from 'lucide-react/icons/upload'
import { useEffect, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { hasModal } from '#platform/web/modal.ts'

/** Says what becomes of files, while some are dragged over the page. */
export function DropHint() {
  const [isOver, setOver] = useState(false)
  const depth = useRef(0)
  useEffect(() => {
    const drag = ({ type, dataTransfer }: DragEvent) => {
      if (!dataTransfer?.types.includes('Files') || hasModal()) return
      depth.current = type === 'drop' ? 0 : Math.max(0, depth.current + (type === 'dragenter' ? 1 : -1))
      setOver(depth.current > 0)
    }
    const events = ['dragenter', 'dragleave', 'drop'] as const
    for (const name of events) document.addEventListener(name, drag, { capture: true })
    return () => {
      for (const name of events) document.removeEventListener(name, drag, { capture: true })
    }
  }, [])
  return (
    isOver && (
      <div className="ox-drop-hint" aria-hidden="true">
        <Upload size={20} />
        {t('Drop files to insert them into the page')}
      </div>
    )
  )
}
