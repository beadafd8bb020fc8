import type { ReactNode } from 'react'

/** Navigation of the sidebar below its heading. @param isList plain list instead of a tree */
export function NavSection({ title, isList, children }: { title: string; isList?: boolean; children: ReactNode }) {
  return (
    <>
      <div className="ox-tree-head">
        <span>{title}</span>
      </div>
      <nav className={isList ? 'ox-space-tree ox-side-nav' : 'ox-space-tree'} aria-label={title}>
        {children}
      </nav>
    </>
  )
}
