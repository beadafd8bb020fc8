import type { ServerFeature } from '#platform/server/app.ts'
import { handleScreen, notThereYet } from '#platform/server/http/screen.ts'
import { requireContentFor } from '#features/content-core/server/policies.ts'
import { idIn } from '#features/page-tools/server/index.ts'
import { wordExport } from './word.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Pages as files, at the old product's addresses. For PDF, programs get 501, since there is none yet, instead of 404. */
export const pageExportFeature: ServerFeature = {
  name: 'page-export',
  messages: { de },
  register(app) {
    handleScreen(app, '/exportword', 'A page as a file for word processors', async asked =>
      wordExport(asked.ctx, await requireContentFor(asked.ctx, idIn(asked), 'export')),
    )
    handleScreen(app, '/spaces/flyingpdf/pdfpageexport.action', 'A page as PDF: not there yet', async asked => {
      await requireContentFor(asked.ctx, idIn(asked), 'export')
      return notThereYet(asked, 'Pages cannot be exported to PDF yet. Print the page to a PDF file instead.')
    })
  },
}
