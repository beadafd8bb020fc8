import { type ReactNode, useRef } from 'react'
import { PageFrameView, type Crumb } from '#platform/view/frame/PageFrameView.tsx'
import { useReader } from '../reader.ts'
import { type PageSlotContext, Slot, slotFilled } from '../slots.tsx'
import { useFixedHeader } from './useFixedHeader.ts'
import { useScrollableBoxes } from './useScrollableBoxes.ts'

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

/** A page inside the frame, with what features add to its slots. */
export function PageFrame({ slots, article = true, ...props }: PageFrameProps) {
  const reader = useReader()
  const main = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  useScrollableBoxes(main)
  useFixedHeader(strip)

  /** A place with its slot; undefined where neither the screen nor a feature fills it. */
  const withSlot = (name: 'page.banner' | 'page.byline' | 'page.after' | 'page.rail', own: ReactNode): ReactNode => {
    if (!slots || !slotFilled(name)) return own
    const added = <Slot name={name} context={slots} />
    // Labels, likes and comments of features come before what a screen adds at the end.
    return name === 'page.after' ? <>{added}{own}</> : <>{own}{added}</>
  }
  return (
    <PageFrameView
      {...props}
      reader={reader}
      actions={<>{slots && <Slot name="page.actions" context={slots} />}{props.actions}</>}
      banner={withSlot('page.banner', props.banner)}
      byline={withSlot('page.byline', props.byline)}
      after={withSlot('page.after', props.after)}
      rail={withSlot('page.rail', props.rail)}
      stripRef={strip}
    >
      {article ? (
        <div ref={main} id="main-content" className="ox-article wiki-content">
          {props.children}
        </div>
      ) : (
        props.children
      )}
    </PageFrameView>
  )
}
