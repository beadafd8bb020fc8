import { type ReactNode, useRef } from 'react'
import { t } from '../i18n.ts'
import { type PageSlotContext, Slot, slotFilled } from '../slots.tsx'
import { useFixedHeader } from './useFixedHeader.ts'
import { useScrollableBoxes } from './useScrollableBoxes.ts'

export interface Crumb {
  label: string
  href: string
}

export interface PageFrameProps {
  title: string
  /** Where the title leads; default: nowhere. */
  titleHref?: string
  /** Shown instead of the heading, e.g. the editor's title field. */
  titleField?: ReactNode
  breadcrumbs?: readonly Crumb[]
  /** Buttons at the right of the strip below the top bar. */
  actions?: ReactNode
  byline?: ReactNode
  /** Messages about the page, above the title. */
  banner?: ReactNode
  /** Fills the page's slots (`page.banner`, `page.byline`, `page.actions`, `page.after`, `page.rail`). */
  slots?: PageSlotContext
  /** Outline and the like, at the right on wide screens. */
  rail?: ReactNode
  /** Below the content: labels, likes, comments. */
  after?: ReactNode
  /** `normal` keeps a readable measure; `wide` suits tables and administration; `full` takes all there is. */
  width?: 'normal' | 'wide' | 'full'
  /** The content is an article in the page language; default true. */
  article?: boolean
  /** Class of `#content` for readers of the old product's pages. Default `page view`. */
  contentClass?: string
  children: ReactNode
}

/** A page inside the frame: breadcrumbs, actions, title, by-line, content, rail. Same markup as the server's. */
export function PageFrame(props: PageFrameProps) {
  const { slots, width = 'normal', article = true } = props
  const main = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  useScrollableBoxes(main)
  useFixedHeader(strip)
  const hasRail = props.rail !== undefined || (slots !== undefined && slotFilled('page.rail'))
  return (
    <div className="ox-page" data-width={width} data-rail={hasRail || undefined}>
      <div id="main-header" className="ox-page-header">
        <div ref={strip} className="ox-strip">
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
            {slots && <Slot name="page.actions" context={slots} />}
            {props.actions}
          </div>
        </div>
        <div className="ox-columns ox-page-head">
          {(props.banner !== undefined || (slots && slotFilled('page.banner'))) && (
            <div className="ox-page-banner">
              {props.banner}
              {slots && <Slot name="page.banner" context={slots} />}
            </div>
          )}
          {props.titleField ?? (
            <h1 id="title-heading" className="ox-title pagetitle">
              <span id="title-text">
                {props.titleHref ? <a href={props.titleHref}>{props.title}</a> : props.title}
              </span>
            </h1>
          )}
          {(props.byline !== undefined || (slots && slotFilled('page.byline'))) && (
            <div className="ox-byline page-metadata">
              {props.byline}
              {slots && <Slot name="page.byline" context={slots} />}
            </div>
          )}
        </div>
      </div>
      <div className="ox-columns ox-page-body">
        <div id="content" className={`ox-content ${props.contentClass ?? 'page view'}`}>
          <div id="action-messages" />
          {article ? (
            <div ref={main} id="main-content" className="ox-article wiki-content">
              {props.children}
            </div>
          ) : (
            props.children
          )}
          {(props.after !== undefined || (slots && slotFilled('page.after'))) && (
            <div className="ox-page-after">
              {slots && <Slot name="page.after" context={slots} />}
              {props.after}
            </div>
          )}
        </div>
        {hasRail && (
          <aside className="ox-rail" aria-label={t('On this page')}>
            {props.rail}
            {slots && <Slot name="page.rail" context={slots} />}
          </aside>
        )}
      </div>
    </div>
  )
}
