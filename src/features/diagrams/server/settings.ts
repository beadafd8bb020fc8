import { z } from 'zod'
import { setting } from '#platform/server/settings.ts'

/** Whether diagrams may be copied to pages other than the one that they are on. */
export const copyToExistingPages = setting('diagrams.copy-to-existing-pages', z.boolean(), true, {
  field: 'copyDiagrams',
  section: { title: 'Diagrams', order: 50 },
  label: 'Let diagrams be copied to other existing pages',
  help: 'Without it, a diagram can be copied within its page and to new pages.',
})

export const diagramSettings = [copyToExistingPages]
