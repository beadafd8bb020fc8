import { lazy } from 'react'
import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { ColoursOfSpace } from './sheet.ts'

/** Lazy: render inside `Suspense`. */
export const ColourForm = lazy(() => import('./ColourForm.tsx'))

export const lookAndFeel = webFeature({
  name: 'look-and-feel',
  slots: [
    slot('header.start', { id: 'colours', order: 1, render: ({ spaceKey }) => <ColoursOfSpace spaceKey={spaceKey} /> }),
  ],
})
