import type { HTMLAttributes } from 'react'

interface RegionProps extends HTMLAttributes<HTMLDivElement> {
  /** Trusted server markup that replaces the children. */
  html: string | undefined
}

/**
 * Part of a document rendered by views or from server markup. The key forces a new element when the children take over.
 */
export function Region({ html, children, ...attributes }: RegionProps) {
  if (html === undefined)
    return (
      <div key="view" {...attributes}>
        {children}
      </div>
    )
  return <div key="markup" {...attributes} dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />
}
