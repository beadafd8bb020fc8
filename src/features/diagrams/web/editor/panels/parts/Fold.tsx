import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId, useState, type ReactNode } from 'react'
import { keep, kept } from './kept.ts'
import './fold.css'

export interface FoldProps {
  /** Name under which it is remembered whether it is open. */
  name: string
  title: string
  isOpenAtFirst?: boolean
  /** Small quiet text at the end of the heading. */
  note?: ReactNode
  children: ReactNode
}

/** A part of a panel that folds away beneath its heading; the browser remembers which are open. */
export function Fold({ name, title, isOpenAtFirst = true, note, children }: FoldProps) {
  const id = useId()
  const key = `fold.${name}`
  const [isOpen, setOpen] = useState(() => kept(key, value => typeof value === 'boolean') ?? isOpenAtFirst)
  const turn = () => {
    setOpen(!isOpen)
    keep(key, !isOpen)
  }
  return (
    <section className="ox-de-fold" data-open={isOpen || undefined}>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={turn}>
          <ChevronRight size={14} strokeWidth={2} aria-hidden />
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
