import type { ServerFeature } from '#platform/server/app.ts'
import { pageParts } from '#features/content/server/index.ts'
import { ATTEMPTS } from '#features/webhooks/server/index.ts'
import { CHAT_PROMPT } from '../shared.ts'
import { deliver, DELIVER_JOB, queueMessages } from './deliver.ts'
import { migrations } from './migrations.ts'
import { promptFor } from './prompt.ts'
import { chatRoutes } from './routes.ts'
import { chatSettings } from './settings.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** Chat: tells rooms of a chat service of changes in a space. */
export const chatFeature: ServerFeature = {
  name: 'chat',
  messages: { de, en },
  migrations,
  settings: chatSettings,
  register(app) {
    app.jobs.define({ kind: DELIVER_JOB, class: 'deliveries', attempts: ATTEMPTS, run: deliver })
    app.extensions.add(pageParts, { name: CHAT_PROMPT, load: promptFor })
    chatRoutes(app)
  },
  async start(app) {
    app.events.subscribe({
      name: 'chat',
      invalidates: () => false,
      handle: (events, tx) => queueMessages(app, tx, events),
    })
  },
}
