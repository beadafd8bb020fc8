import type { ServerFeature } from '#platform/server/app.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { permissionsOn, requireContent } from '#features/content-core/server/policies.ts'
import { insertColumn, insertFragment, panelItems } from '../contract.ts'
import { QUOTE_IN_COMMENT } from '../shared.ts'
import de from '../i18n/de.json' with { type: 'json' }
import { selectionActions } from './extension-points.ts'
import { afterSelection, inColumn } from './insertion.ts'
import { changeSelection } from './service.ts'

/** Id that clients send from screens that show no page, such as the dashboard or the editor of a new page. */
const NO_PAGE = 0

/** Actions on selected text of a page: the list of them, and what programs insert there. */
export const highlightFeature: ServerFeature = {
  name: 'highlight',
  messages: { de },
  register(app) {
    app.extensions.add(selectionActions, { action: QUOTE_IN_COMMENT, isOffered: (_, may) => may.createComment })
    app.http.handle(panelItems, async ({ ctx, query }) => {
      if (query.pageId === NO_PAGE) return []
      const page = await requireContent(ctx, query.pageId)
      const may = await permissionsOn(ctx, page)
      const { t } = readerOf(ctx)
      return app.extensions
        .all(selectionActions)
        .filter(({ isOffered }) => isOffered(page, may, ctx.viewer))
        .map(({ action: { key, label, styleClass } }) => ({ key, label: t(label), styleClass }))
    })
    app.http.handle(insertFragment, async ({ ctx, body }) =>
      changeSelection(ctx, body, await afterSelection(app, body.xmlModification)),
    )
    app.http.handle(insertColumn, async ({ ctx, body }) =>
      changeSelection(ctx, body, await inColumn(app, body.tableColumnIndex, body.cellModifications)),
    )
  },
}
