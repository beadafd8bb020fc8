import type { ReactNode, Ref } from 'react'
import type { Reader } from '../reader.ts'

export interface Crumb {
  label: string
  href: string
}

export interface PageFrameViewProps {
  reader: Reader
  title: string
  titleHref?: string | undefined
  /** Replaces the heading, e.g. the editor's title field. */
  titleField?: ReactNode
  breadcrumbs?: readonly Crumb[] | undefined
  actions?: ReactNode
  /** Above the title; absent omits the element. */
  banner?: ReactNode
  byline?: ReactNode
  /** `normal`: readable measure; `wide`: tables and administration; `full`: all space. */
  width?: 'normal' | 'wide' | 'full' | undefined
  /** Class of `#content` for clients of the old product. Default `page view`. */
  contentClass?: string | undefined
  children: ReactNode
  after?: ReactNode
  rail?: ReactNode
  stripRef?: Ref<HTMLDivElement>
}

/** Page layout: breadcrumbs, actions, title, by-line, content, rail. */
export function PageFrameView({ stripRef, ...props }: PageFrameViewProps) {
  const {
    reader: { t },
  } = props
  const hasRail = props.rail !== undefined
  return (
    <div className="ox-page" data-width={props.width ?? 'normal'} data-rail={hasRail || undefined}>
      <div id="main-header" className="ox-page-header">
        <div ref={stripRef} className="ox-strip">
          <nav className="ox-crumbs" aria-label={t('Breadcrumbs')}>
            <ol id="breadcrumbs">
              {props.breadcrumbs?.map(({ label, href }) => (
                <li key={href}>
                  <span>
                    <a href={href}>{label}</a>
                  </span>
                </li>
              ))}
            </ol>
          </nav>
          <span className="ox-strip-title" aria-hidden="true">
            {props.title}
          </span>
          <div id="navigation" className="ox-page-actions content-navigation view">
            {props.actions}
          </div>
        </div>
        <div className="ox-columns ox-page-head">
          {props.banner !== undefined && <div className="ox-page-banner">{props.banner}</div>}
          {props.titleField ?? (
            <h1 id="title-heading" className="ox-title pagetitle" dir="auto">
              <span id="title-text">{props.titleHref ? <a href={props.titleHref}>{props.title}</a> : props.title}</span>
            </h1>
          )}
          {props.byline !== undefined && <div className="ox-byline page-metadata">{props.byline}</div>}
        </div>
      </div>
      <div className="ox-columns ox-page-body">
        <div id="content" className={`ox-content ${props.contentClass ?? 'page view'}`}>
          <div id="action-messages" />
          {props.children}
          {props.after !== undefined && <div className="ox-page-after">{props.after}</div>}
        </div>
        {hasRail && (
          <aside className="ox-rail" aria-label={t('On this page')}>
            {props.rail}
          </aside>
        )}
      </div>
    </div>
  )
}
