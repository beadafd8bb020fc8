import type { ReactNode } from 'react'

/** An entry in the head of a page. */
export interface BannerItem {
  /** Absent for what leads nowhere. */
  href?: string
  tooltip: string
  /** Id of the element. */
  linkId: string
  styleClasses: readonly string[]
  label: string
  /** Picture before the label, in px. */
  icon?: { url: string; height: number; width: number }
  /** Looks like a button. */
  isAuiButton: boolean
  /** Leaves the look to `styleClasses`. */
  suppressDefaultStyle: boolean
}

/** @param children in place of the item's own icon and label */
export function BannerItemView({ item, children }: { item: BannerItem; children?: ReactNode }) {
  const { href, tooltip, linkId, styleClasses, label, icon, isAuiButton, suppressDefaultStyle } = item
  const className = [
    ...(suppressDefaultStyle ? [] : ['ox-banner-item']),
    ...(isAuiButton ? ['aui-button', 'ox-action'] : []),
    ...styleClasses,
  ].join(' ')
  const content = children ?? (
    <>
      {icon && <img src={icon.url} alt="" height={icon.height} width={icon.width} />}
      <span>{label}</span>
    </>
  )
  return (
    <li className="ox-byline-item">
      {href === undefined ? (
        <span id={linkId} className={className} title={tooltip}>
          {content}
        </span>
      ) : (
        <a id={linkId} className={className} title={tooltip} href={href}>
          {content}
        </a>
      )}
    </li>
  )
}
