import type { ServerFeature } from '#platform/server/app.ts'
import { pageMacros } from '#features/content-core/server/render.ts'
import { markdownMacro } from './markdown.ts'
import { mathMacros } from './mathematics.ts'
import { textDiagramMacros } from './text-diagrams.ts'
import { roadmapMacro } from './roadmap/macro.ts'
import de from '../i18n/de.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** Macros whose text is written in another language: Markdown, TeX, PlantUML and Mermaid, and roadmaps. */
export const markupMacrosFeature: ServerFeature = {
  name: 'markup-macros',
  messages: { de: { ...de, ...macrosDe } },
  register(app) {
    app.extensions.add(pageMacros, markdownMacro, ...mathMacros, ...textDiagramMacros, roadmapMacro)
  },
}
