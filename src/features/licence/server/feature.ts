import { createElement as h } from 'react'
import type { ServerFeature } from '#platform/server/app.ts'
import { documentMetas, documentTop } from '#platform/server/http/document.ts'
import { renderView } from '#platform/server/http/view.ts'
import { DETAILS_META } from '../shared.ts'
import { LicenceBannersView } from '../view/LicenceBannersView.tsx'
import { licenceDetails } from './details.ts'
import { migrations } from './migrations.ts'
import { licenceRoutes } from './routes.ts'
import { licenceSettings } from './settings.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** The licence record of administrators, and the banners before its dates. */
export const licenceFeature: ServerFeature = {
  name: 'licence',
  messages: { de, en },
  migrations,
  settings: licenceSettings,
  register(app) {
    app.extensions.add(documentMetas, async ctx => {
      const details = await licenceDetails(ctx)
      return details ? [{ name: DETAILS_META, content: JSON.stringify(details) }] : []
    })
    app.extensions.add(documentTop, async (ctx, reader) => {
      const details = await licenceDetails(ctx)
      return details && renderView(h(LicenceBannersView, { details, reader }))
    })
    licenceRoutes(app)
  },
}
