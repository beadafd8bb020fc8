import type { ServerFeature } from '#platform/server/app.ts'
import { blobClaims } from '#platform/server/blobs/claims.ts'
import { doctorChecks } from '#platform/server/doctor.ts'
import { referenceResolvers } from '#features/content-core/server/render.ts'
import { contentWriters } from '#features/content-core/server/write.ts'
import { contentFacets, contentUpdaters } from '#features/content/server/index.ts'
import { searchableTexts } from '#features/search/server/index.ts'
import { attachmentChecks } from './doctor.ts'
import { collectBlobs, spareBlob } from './collect-blobs.ts'
import { migrations } from './migrations.ts'
import { downloadRoutes } from './routes/downloads.ts'
import { formRoutes } from './routes/forms.ts'
import { restRoutes } from './routes/rest.ts'
import { attachmentSettings } from './settings.ts'
import { changeByInput } from './service/change.ts'
import { followPages } from './service/follow.ts'
import { attachmentFacet } from './wire/facet.ts'
import { attachmentScreens } from './screen/index.ts'
import { attachmentResolver } from './wire/references.ts'
import { removeAbandonedChunks } from './upload/chunks.ts'
import { commentText } from './wire/search.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** Files of pages and posts: their versions, bytes, thumbnails, and how pages show them. */
export const attachmentsFeature: ServerFeature = {
  name: 'attachments',
  messages: { de, en },
  migrations,
  settings: attachmentSettings,
  // Uploads that are incomplete when a backup is made are sent again.
  derived: { tables: ['upload_chunk'], subscribers: [] },
  register(app) {
    app.extensions.add(blobClaims, spareBlob)
    app.extensions.add(contentFacets, attachmentFacet)
    app.extensions.add(contentWriters, followPages)
    app.extensions.add(contentUpdaters, { type: 'attachment', update: changeByInput })
    app.extensions.add(referenceResolvers, attachmentResolver)
    app.extensions.add(searchableTexts, commentText)
    app.extensions.add(doctorChecks, ...attachmentChecks)
    restRoutes(app)
    downloadRoutes(app)
    formRoutes(app)
    attachmentScreens(app)
    app.jobs.schedule('attachments.remove-abandoned-uploads', '41 * * * *', async running => {
      await removeAbandonedChunks(running)
      await running.blobs.removeAbandoned()
    })
    app.jobs.schedule('attachments.collect-blobs', '23 3 * * *', async running => {
      const { doomed, removed } = await collectBlobs(running)
      if (removed > 0 || doomed > 0) running.log.info({ doomed, removed }, 'files that nothing names were cleared away')
    })
  },
}
