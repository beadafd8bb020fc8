import type { App, ServerFeature } from '#platform/server/app.ts'
import { backgroundWork } from '#platform/server/background-work.ts'
import { doctorChecks } from '#platform/server/doctor.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { siteLanguage } from '#platform/server/language.ts'
import { homePageChecks, setHomePage, spaceCreationSteps, spaceDeletionSteps } from '#features/spaces/server/index.ts'
import { contentChecks } from './doctor.ts'
import { contentWriters } from './extension-points.ts'
import { migrations } from './migrations.ts'
import { enqueueFormerTitles, FORMER_TITLES_JOB, recordFormerTitles } from './model/former-titles-job.ts'
import { noBody } from './model/read-source.ts'
import { REWRITE_JOB, runRewriteLinks } from './model/rewrite-job.ts'
import { cutTitle } from './titles.ts'
import { renderQueue } from './render/current.ts'
import { enqueueRenderAll, RENDER_ALL_JOB, runRenderAll } from './render/render-all-job.ts'
import { insertPage } from './service/create.ts'
import { removeForGood } from './service/lifecycle.ts'
import { statistics } from './statistics.ts'
import { findContent } from './store.ts'
import { countIn, idsIn } from './store/lists.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

const BATCH = 200

/** Pages, blog posts, comments and attachments as data: their rows, writes, policies, links and rendering. */
export const contentCoreFeature: ServerFeature = {
  name: 'content-core',
  migrations,
  statistics,
  messages: { de: { ...de, ...macrosDe }, en },
  derived: { tables: ['content_render'], subscribers: [] },
  register(app) {
    app.extensions.add(doctorChecks, ...contentChecks)
    spaceParts(app)
    app.jobs.define({ kind: REWRITE_JOB, class: 'prompt', run: runRewriteLinks })
    app.jobs.define({ kind: FORMER_TITLES_JOB, run: recordFormerTitles })
    renderAhead(app)
  },
  async start(app) {
    await enqueueRenderAll(app)
    await enqueueFormerTitles(app)
  },
}

/** Published texts are rendered before their first reader comes; so are, once, all that were published before. */
function renderAhead(app: App): void {
  const queue = renderQueue(app)
  app.extensions.add(backgroundWork, queue)
  app.extensions.add(contentWriters, {
    stored: async (tx, _ctx, row) => {
      if (row.status !== 'current' || row.type === 'attachment') return
      const locale = app.settings.get(siteLanguage)
      tx.afterCommit(() => queue.add({ id: row.id, mode: 'view', locale, mayViewUsers: true, isPublished: true }))
    },
  })
  app.jobs.define({ kind: RENDER_ALL_JOB, class: 'upkeep', run: runRenderAll })
}

/** Parts that content adds to spaces: the home page, and emptying a space that is deleted. */
function spaceParts(app: App): void {
  app.extensions.add(spaceCreationSteps, async (tx, ctx, space) => {
    const body = noBody()
    const page = await insertPage(
      tx,
      ctx,
      {
        type: 'page',
        status: 'current',
        space,
        parentId: null,
        title: cutTitle(`${space.name} Home`),
        postingDay: null,
      },
      body,
    )
    await setHomePage(tx, space.id, page.id)
  })
  app.extensions.add(homePageChecks, async (ctx, space, pageId) => {
    const page = await findContent(ctx, pageId)
    if (page?.type !== 'page' || page.status !== 'current' || page.space_id !== space.id) {
      throw badRequest('there is no page with id {{pageId}} in the space {{key}}', {
        field: 'homepage',
        values: { pageId, key: space.key },
        forPrograms: true,
      })
    }
  })
  app.extensions.add(spaceDeletionSteps, {
    name: 'content',
    count: countIn,
    async remove(tx, spaceId) {
      const ids = await idsIn(tx, spaceId, BATCH)
      await removeForGood(tx, app, ids, { actorId: null, everything: true })
      return ids.length
    },
  })
}
