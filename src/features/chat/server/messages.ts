import type { App } from '#platform/server/app.ts'
import type { WikiEvent } from '#platform/server/events/events.ts'
import { siteLanguage } from '#platform/server/language.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { contentById, contentPath, type ContentRow } from '#features/content-core/server/read.ts'
import { spaceRow } from '#features/spaces/server/index.ts'
import type { ChatEvent } from '../shared.ts'
import type { Sentence } from './formats.ts'

/** Sentences about events; i18n keys. `name` is the user, `title` a link. */
const SENTENCES: Readonly<Record<ChatEvent, string>> = {
  'page.created': '{{name}} published the page {{title}}',
  'page.updated': '{{name}} changed the page {{title}}',
  'page.moved': '{{name}} moved the page {{title}}',
  'page.trashed': '{{name}} deleted the page {{title}}',
  'blogpost.created': '{{name}} published the blog post {{title}}',
  'blogpost.updated': '{{name}} changed the blog post {{title}}',
  'comment.created': '{{name}} wrote a comment on {{title}}',
  'attachment.created': '{{name}} attached a file to {{title}}',
}

/** Marks the place of a link in a translated sentence. */
const PLACE = '\u0000'

/**
 * Sentences about events of a space, with links. Events of contents that not all readers of the space may see are left
 * out, as are those of contents that are gone.
 */
export async function sentencesOf(app: App, events: readonly WikiEvent[], skipped: number): Promise<Sentence[]> {
  const t = app.texts.for(app.settings.get(siteLanguage))
  const actors = await accountsById(
    app,
    events.map(({ actorId }) => actorId),
  )
  const sentences: Sentence[] = []
  for (const event of events) {
    const page = await announcedPage(app, event)
    if (!page) continue
    const space = await spaceRow(app.database.read, page.space_id)
    if (!space) continue
    const name = actors.get(event.actorId ?? 0)?.display_name ?? t('Anonymous')
    const [before = '', after = ''] = t(SENTENCES[event.kind as ChatEvent], { name, title: PLACE }).split(PLACE)
    const url = `${app.baseUrl}${contentPath(page, space.key)}`
    sentences.push([before, { text: page.title, url }, after, ` – ${space.name}`])
  }
  if (skipped > 0 && sentences.length > 0) sentences.push([t('and {{count}} more changes', { count: skipped })])
  return sentences
}

/** The page or post of an event, if all readers of its space may see it. */
async function announcedPage(
  { database: { read } }: App,
  { contentId, kind }: WikiEvent,
): Promise<ContentRow | undefined> {
  const content = contentId === null ? undefined : await contentById(read, contentId)
  if (!content) return undefined
  const page = content.container_id === null ? content : await contentById(read, content.container_id)
  if (!page || content.guard_id !== null || page.guard_id !== null) return undefined
  const isThere = kind.endsWith('.trashed')
    ? content.status === 'trashed'
    : content.status === 'current' && page.status === 'current'
  return isThere ? page : undefined
}
