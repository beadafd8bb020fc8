import './frame.css'
import { createRoot } from 'react-dom/client'
import { startI18n } from '#platform/web/i18n.ts'
import { FrameApp } from './FrameApp.tsx'

/** Starts the diagram editor in its frame. It draws and asks; the page around it loads, saves and keeps. */
async function start(): Promise<void> {
  const container = document.getElementById('app')
  if (!container) throw new Error('The document has no element #app')
  const locale = document.documentElement.lang || 'en-US'
  // Texts, dates and numbers of React Aria are in the document's language too.
  Object.assign(window, { [Symbol.for('react-aria.i18n.locale')]: locale })
  await startI18n(locale, [
    { de: () => import('../../../i18n/de.json', { with: { type: 'json' } }) },
    // What only the editor says stays out of the pages that people read.
    { de: () => import('../../../i18n/editor.de.json', { with: { type: 'json' } }) },
    { de: () => import('../../../i18n/shapes.de.json', { with: { type: 'json' } }) },
  ])
  createRoot(container).render(<FrameApp host={window.parent} />)
}

start().catch((error: unknown) => {
  reportError(new Error('The diagram editor could not start', { cause: error }))
})
