import type { ServerFeature } from '#platform/server/app.ts'
import { diagramEmbedding } from '#features/diagrams/server/index.ts'
import { migrations } from './migrations.ts'
import { publicRoutes } from './public-routes.ts'
import { embedRoutes } from './routes.ts'
import { offersLinks } from './service.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Links that show a diagram outside of the wiki, to all who have them. */
export const diagramEmbedFeature: ServerFeature = {
  name: 'diagram-embed',
  messages: { de },
  migrations,
  // Rows of a large wiki.
  statistics: {
    diagram_embed_link: {
      diagram_embed_link_token: '100000 1',
      diagram_embed_link_attachment: '100000 2',
      diagram_embed_link_creator: '100000 50',
      diagram_embed_link_space: '100000 500',
    },
    diagram_embed_use: { sqlite_autoindex_diagram_embed_use_1: '200000 2 1' },
  },
  register(app) {
    app.extensions.add(diagramEmbedding, offersLinks)
    embedRoutes(app)
    publicRoutes(app)
  },
}
