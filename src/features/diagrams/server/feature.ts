import type { ServerFeature } from '#platform/server/app.ts'
import { documentMetas } from '#platform/server/http/document.ts'
import { svgDrawers } from '#platform/server/svg-drawers.ts'
import { fileFollowers, fileViewers, lateFiles } from '#features/attachments/server/index.ts'
import { diagramOutlines, pageMacros } from '#features/content-core/server/render.ts'
import { contentWriters } from '#features/content-core/server/write.ts'
import { sharedFiles } from '#features/live-editing/server/index.ts'
import { searchableTexts } from '#features/search/server/index.ts'
import { diagramAnalytics } from './analytics.ts'
import { attachPicture, latePicture, PICTURE_JOB } from './attach.ts'
import { editorScreen } from './editor.ts'
import { diagramMacro, drawioMacros } from './macro.ts'
import { drawPng } from './pictures.ts'
import { migrations } from './migrations.ts'
import { markdownOutlines } from './outline.ts'
import { copyRoutes } from './routes/copy.ts'
import { documentRoutes } from './routes/documents.ts'
import { gliffyRoutes } from './routes/gliffy.ts'
import { linkRoutes } from './routes/links.ts'
import { unlinkRoutes } from './routes/unlink.ts'
import { versionRoutes } from './routes/versions.ts'
import { useWriter } from './references.ts'
import { FILL_JOB, fillUses, usesUnread } from './references-fill.ts'
import { FOLLOW_JOB, followDiagram, runFollow } from './references-follow.ts'
import { diagramSettings } from './settings.ts'
import { statistics } from './statistics.ts'
import { diagramText } from './search.ts'
import { diagramFilePath, viewerScreen } from './viewer.ts'
import de from '../i18n/de.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** Scripts of the old product read its licence and number of users: ours is open and unlimited. */
const LICENCE_METAS = [
  { name: 'gliffy-license-type', content: 'OPEN_SOURCE' },
  { name: 'gliffy-license-quantity', content: '-1' },
] as const

/** Diagrams: stored as attachments, shown by the macro, rendered by the wiki. */
export const diagramsFeature: ServerFeature = {
  name: 'diagrams',
  messages: { de: { ...de, ...macrosDe } },
  migrations,
  statistics,
  settings: diagramSettings,
  derived: { tables: ['diagram_picture'], subscribers: [] },
  register(app) {
    for (const macro of [diagramMacro, ...drawioMacros]) app.extensions.add(pageMacros, macro)
    app.extensions.add(diagramOutlines, markdownOutlines)
    app.extensions.add(contentWriters, useWriter)
    app.extensions.add(fileFollowers, followDiagram)
    app.extensions.add(lateFiles, latePicture)
    app.jobs.define({ kind: FOLLOW_JOB, class: 'prompt', run: runFollow })
    app.jobs.define({ kind: PICTURE_JOB, class: 'pictures', run: attachPicture })
    app.jobs.define({ kind: FILL_JOB, class: 'upkeep', run: fillUses })
    app.extensions.add(documentMetas, () => LICENCE_METAS)
    app.extensions.add(searchableTexts, diagramText(app))
    app.extensions.add(fileViewers, diagramFilePath)
    app.extensions.add(svgDrawers, drawPng)
    app.extensions.add(sharedFiles, async () => (await import('./live-diagrams.ts')).liveDiagrams)
    diagramAnalytics(app)
    gliffyRoutes(app)
    documentRoutes(app)
    copyRoutes(app)
    unlinkRoutes(app)
    linkRoutes(app)
    versionRoutes(app)
    viewerScreen(app)
    editorScreen(app)
  },
  async start(app) {
    if (app.settings.get(usesUnread))
      await app.jobs.enqueueOnce({ kind: FILL_JOB, title: 'Finding the diagrams of all pages' })
  },
}
