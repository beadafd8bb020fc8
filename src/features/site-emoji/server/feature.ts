import type { ServerFeature } from '#platform/server/app.ts'
import { emojiPictures } from '#features/content-core/server/render.ts'
import { migrations } from './migrations.ts'
import { siteEmojiRoutes } from './routes.ts'
import { pictureOfEmoji } from './service.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Emoji that administrators add to those of Unicode. */
export const siteEmojiFeature: ServerFeature = {
  name: 'site-emoji',
  messages: { de },
  migrations,
  register(app) {
    siteEmojiRoutes(app)
    app.extensions.add(emojiPictures, pictureOfEmoji)
  },
}
