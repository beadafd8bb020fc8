import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { MISSING_PARTS_ID, NoticeView } from '#platform/view/NoticeView.tsx'
import { useReader, useStartedMark } from '../reader.ts'
import { useLocation } from '../router.tsx'
import { Slot } from '../slots.tsx'

/** Screen of unknown addresses and missing content. */
export function NotFoundScreen() {
  const reader = useReader()
  useStartedMark()
  const message = reader.t('It may have been moved or deleted, or you may not be permitted to see it.')
  return (
    <NoticeView reader={reader} title={reader.t('Page Not Found')} message={message}>
      <MissingParts />
    </NoticeView>
  )
}

/** The same in a document that says so: it takes the place of the server's. */
export function MissingPartsInDocument() {
  const [place] = useState(() => document.getElementById(MISSING_PARTS_ID))
  const own = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (own.current) place?.replaceChildren(own.current)
  }, [place])
  return (
    place &&
    createPortal(
      <div ref={own}>
        <MissingParts />
      </div>,
      place,
    )
  )
}

function MissingParts() {
  const { pathname, search } = useLocation()
  return <Slot name="frame.missing" context={{ path: pathname + search }} />
}
