import { createElement as h } from 'react'
import type { App } from '../app.ts'
import { forbidden } from './errors.ts'
import { handleScreen, screenFrame } from './screen.ts'

const SCREENS = { '/styleguide': 'Style guide', '/styleguide/page': 'Sample page' } as const

/** The design system, for developers; open to all who may use the wiki. The browser renders it. */
export function styleGuide(app: App): void {
  for (const [path, title] of Object.entries(SCREENS)) {
    handleScreen(app, path, `The parts that screens are made of: ${title}`, ({ ctx }) => {
      if (!ctx.viewer.mayUse) throw forbidden()
      return {
        title,
        noscript: screenFrame(
          ctx,
          { title, breadcrumbs: [{ label: 'Development', href: '/styleguide' }] },
          h('p', null, 'This screen needs script.'),
        ),
      }
    })
  }
}
