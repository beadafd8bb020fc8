import { type ReactNode, useRef } from 'react'
import { PageFrameView, type Crumb } from '#platform/view/frame/PageFrameView.tsx'
import { useReader } from '../reader.ts'
import { type PageSlotContext, Slot, slotFilled } from '../slots.tsx'
import { useFixedHeader } from './useFixedHeader.ts'
import { useScrollableBoxes } from './useScrollableBoxes.ts'

export interface PageFrameProps {
  title: string
  titleHref?: string
  /** Replaces the heading, e.g. the editor's title field. */
  titleField?: ReactNode
  breadcrumbs?: readonly Crumb[]
  /** At the right of the strip below the top bar. */
  actions?: ReactNode
  byline?: ReactNode
  banner?: ReactNode
  /** Fills the page slots (`page.banner`, `page.byline`, `page.actions`, `page.after`, `page.rail`). */
  slots?: PageSlotContext
  rail?: ReactNode
  after?: ReactNode
  /** `normal`: readable measure; `wide`: tables and administration; `full`: all space. */
  width?: 'normal' | 'wide' | 'full'
  /** Content in the page language; default true. */
  article?: boolean
  /** Class of `#content` for clients of the old product. Default `page view`. */
  contentClass?: string
  children: ReactNode
}

/** Page layout with slots. */
export function PageFrame({ slots, article = true, ...props }: PageFrameProps) {
  const reader = useReader()
  const main = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  useScrollableBoxes(main)
  useFixedHeader(strip)

  /** Place with its slot; undefined when empty. */
  const withSlot = (name: 'page.banner' | 'page.byline' | 'page.after' | 'page.rail', own: ReactNode): ReactNode => {
    if (!slots || !slotFilled(name)) return own
    const added = <Slot name={name} context={slots} />
    // Feature content comes before the screen's.
    return name === 'page.after' ? (
      <>
        {added}
        {own}
      </>
    ) : (
      <>
        {own}
        {added}
      </>
    )
  }
  return (
    <PageFrameView
      {...props}
      reader={reader}
      actions={
        <>
          {slots && <Slot name="page.actions" context={slots} />}
          {props.actions}
        </>
      }
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
