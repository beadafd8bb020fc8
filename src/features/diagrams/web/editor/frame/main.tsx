import './frame.css'
import './diagram-fonts.css'
import { createRoot } from 'react-dom/client'
import type { Messages } from '#platform/texts.ts'
import { nameAnnouncements } from '#platform/web/announcements.ts'
import { startI18n } from '#platform/web/i18n.ts'
import { IconDefaults } from '#platform/web/ui/IconDefaults.tsx'
import { FrameApp } from './FrameApp.tsx'

/** Starts the editor in its frame; the surrounding page loads, saves and stores. */
async function start(): Promise<void> {
  const container = document.getElementById('app')
  if (!container) throw new Error('The document has no element #app')
  const locale = document.documentElement.lang || 'en-US'
  // React Aria uses the document's language too.
  Object.assign(window, { [Symbol.for('react-aria.i18n.locale')]: locale })
  await startI18n(locale, import.meta.glob<Messages>('../../../i18n/*de.json', { import: 'default' }))
  nameAnnouncements()
  createRoot(container).render(
    <IconDefaults>
      <FrameApp host={window.parent} />
    </IconDefaults>,
  )
}

start().catch((error: unknown) => {
  reportError(new Error('The diagram editor could not start', { cause: error }))
})
