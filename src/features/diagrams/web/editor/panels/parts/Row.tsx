import type { ReactNode } from 'react'
import './fields.css'

/** A panel row; its label is visual only, as the controls have accessible names. */
export function Row({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div className="ox-de-row">
      {label !== undefined && (
        <span className="ox-de-row-label" aria-hidden="true">
          {label}
        </span>
      )}
      {children}
    </div>
  )
}
