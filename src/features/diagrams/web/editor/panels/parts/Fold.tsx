import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId, useState, type ReactNode } from 'react'
import { storeSetting, readSetting } from '../../store/settings.ts'
import './fold.css'

export interface FoldProps {
  /** Storage key of its state. */
  name: string
  title: string
  isOpenAtFirst?: boolean
  /** Secondary text at the end of the heading. */
  note?: ReactNode
  children: ReactNode
}

/** A collapsible section of a panel; the browser stores its state. */
export function Fold({ name, title, isOpenAtFirst = true, note, children }: FoldProps) {
  const id = useId()
  const key = `fold.${name}`
  const [isOpen, setOpen] = useState(() => readSetting(key, value => typeof value === 'boolean') ?? isOpenAtFirst)
  const turn = () => {
    setOpen(!isOpen)
    storeSetting(key, !isOpen)
  }
  return (
    <section className="ox-de-fold" data-open={isOpen || undefined}>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={turn}>
          <ChevronRight size={14} strokeWidth={2} />
          <span>{title}</span>
          {note !== undefined && <small>{note}</small>}
        </button>
      </h3>
      <div id={id} className="ox-de-fold-body" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  )
}
