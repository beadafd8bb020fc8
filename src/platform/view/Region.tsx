import type { HTMLAttributes } from 'react'

interface RegionProps extends HTMLAttributes<HTMLDivElement> {
  /** Markup to show in the place of the children. Only what our own server has made. */
  html: string | undefined
}

/**
 * A part of a document that is either rendered by views or holds markup that React takes as it is. The key makes a new
 * element when the children take over.
 */
export function Region({ html, children, ...attributes }: RegionProps) {
  if (html === undefined) return <div key="view" {...attributes}>{children}</div>
  return <div key="markup" {...attributes} dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />
}
