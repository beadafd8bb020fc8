import { expect } from 'vitest'
import type { App } from '#platform/server/app.ts'
import { INVALIDATION } from '#platform/server/events/events.ts'
import { siteTitle } from '#platform/server/http/document.ts'
import { storage, type HttpClient, type HttpReply } from '#platform/server/testing/harness.ts'
import { keepDrafts } from '#features/live-editing/server/drafts.ts'
import { LiveClient } from '#features/live-editing/testing/client.ts'

/** Contents of a wiki in which everything that readers see may change. Pages by title; `MEM` is read, `ELSE` beside. */
export interface ChangedWiki {
  readonly ids: Readonly<Record<string, string>>
  readonly admin: HttpClient
  /** A user who may write. */
  readonly ann: HttpClient
  readonly app: App
}

/** A change, and the kinds of its events that say what they change. */
export type Change = readonly [name: string, run: (wiki: ChangedWiki) => Promise<unknown>]

const task = (text: string) =>
  `<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>${text}</ac:task-body></ac:task></ac:task-list>`
const page = (title: string, space?: string) =>
  `<ri:page ri:content-title="${title}"${space ? ` ri:space-key="${space}"` : ''}/>`
const link = (title: string, space?: string) => `<ac:link>${page(title, space)}</ac:link>`
const macro = (name: string, parameters = '') =>
  `<ac:structured-macro ac:name="${name}">${parameters}</ac:structured-macro>`
const parameter = (name: string, value: string) => `<ac:parameter ac:name="${name}">${value}</ac:parameter>`
const image = (file: string, holder = '') =>
  `<ac:image><ri:attachment ri:filename="${file}">${holder}</ri:attachment></ac:image>`
const mention = (username: string) => `<ac:link><ri:user ri:username="${username}"/></ac:link>`

/** Pages that are read, by title, with what they show of others. */
const READ: Readonly<Record<string, string>> = {
  Kept: `<p>Kept text to select</p>${task('Do it')}${image('own.png')}`,
  Linker: [
    link('Target', 'ELSE'),
    link('Missing', 'ELSE'),
    link('Absent'),
    link('Sibling'),
    link('Kept'),
    mention('bob'),
    image('there.png', page('Target', 'ELSE')),
    image('new.png', page('Target', 'ELSE')),
  ].join('\n'),
  Includer:
    macro('include', parameter('', link('Included', 'ELSE'))) +
    macro('excerpt-include', parameter('', link('Excerpted', 'ELSE'))) +
    macro('include', parameter('', link('Sibling'))),
  Lister:
    macro('children', parameter('all', 'true') + parameter('excerpt', 'true')) +
    macro('children', parameter('page', link('Parent')) + parameter('sort', 'modified')),
  Trees:
    macro('pagetree', parameter('startDepth', '3') + parameter('excerpt', 'true')) +
    macro('gallery', parameter('page', link('Kept'))),
  // Trees of one page are numbered as they come.
  Forest: macro('pagetree', parameter('root', '@none') + parameter('spaces', 'ELSE')),
  Dynamic:
    macro('contentbylabel', parameter('labels', 'word')) +
    macro('recently-updated') +
    macro('attachments') +
    macro('tasks-report-macro'),
}

async function done(reply: Promise<HttpReply>): Promise<HttpReply> {
  const answer = await reply
  expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(400)
  return answer
}

function attach(client: HttpClient, id: string, name: string, text = name): Promise<HttpReply> {
  const form = new FormData()
  form.set('file', new Blob([text]), name)
  const path = `/rest/api/content/${id}/child/attachment?allowDuplicated=true`
  return done(client.send('POST', path, form, { 'x-atlassian-token': 'no-check' }))
}

/** Writes the wiki, with the users Ann and Bob. */
export async function writeChangedWiki(app: App, admin: HttpClient, ann: HttpClient): Promise<ChangedWiki> {
  const ids: Record<string, string> = {}
  for (const key of ['MEM', 'ELSE']) await done(admin.post('/rest/api/space', { key, name: `Space ${key}` }))
  const create = async (space: string, title: string, text = `<p>${title}</p>`, more: object = {}) =>
    (ids[title] = await ann.createPage(space, title, text, more))
  for (const title of ['Target', 'Included', 'Other']) await create('ELSE', title)
  await create('ELSE', 'Excerpted', macro('excerpt', '<ac:rich-text-body><p>In short</p></ac:rich-text-body>'))
  await attach(ann, ids['Target'] ?? '', 'there.png')
  const parent = await create('MEM', 'Parent')
  const below = { ancestors: [{ id: parent }] }
  for (const [title, text] of Object.entries(READ)) await create('MEM', title, text, below)
  for (const title of ['Sibling', 'Doomed']) await create('MEM', title, undefined, below)
  await create('MEM', 'Below', undefined, { ancestors: [{ id: ids['Lister'] }] })
  await attach(ann, ids['Kept'] ?? '', 'own.png')
  ids['file'] = (await attach(ann, ids['Kept'] ?? '', 'plan.txt')).json.results[0].id
  const post = await done(ann.post('/rest/api/content', { type: 'blogpost', title: 'News', space: { key: 'MEM' } }))
  ids['post'] = post.json.id
  ids['postPath'] = post.json._links.webui
  ids['comment'] = (await comment(ann, ids['Kept'] ?? '', `<p>First ${link('Target', 'ELSE')}</p>`)).json.id
  await done(ann.post(`/rest/api/content/${ids['Kept']}/label`, [{ prefix: 'global', name: 'word' }]))
  return { ids, admin, ann, app }
}

function comment(client: HttpClient, id: string, text: string, more: object = {}): Promise<HttpReply> {
  return done(
    client.post('/rest/api/content', {
      type: 'comment',
      container: { id, type: 'page' },
      body: storage(text),
      ...more,
    }),
  )
}

/** Writes the next version of a content. */
async function update(client: HttpClient, id: string | undefined, change: object): Promise<HttpReply> {
  const { type, title, version } = (await done(client.get(`/rest/api/content/${id}?expand=version`))).json
  return done(
    client.put(`/rest/api/content/${id}`, { type, title, version: { number: version.number + 1 }, ...change }),
  )
}

const restrict = (client: HttpClient, id: string | undefined, operation: string, username: string) =>
  done(
    client.put(`/rest/api/content/${id}/restriction`, [
      { operation, restrictions: { user: [{ type: 'known', username }], group: [] } },
    ]),
  )
const unrestrict = (client: HttpClient, id: string | undefined) =>
  done(client.delete(`/rest/api/content/${id}/restriction`))

/** Changes of one page that no other page shows, or of the user's own. */
const OF_A_PAGE: readonly Change[] = [
  ['a text', ({ ann, ids }) => update(ann, ids['Kept'], { body: storage(`<p>Changed text</p>${task('Do it')}`) })],
  [
    'an assigned task',
    ({ ann, ids }) => update(ann, ids['Kept'], { body: storage(`<p>Changed text</p>${task(mention('bob'))}`) }),
  ],
  [
    'a diagram in the text of another page',
    ({ ann, ids }) => update(ann, ids['Below'], { body: storage(macro('gliffy', parameter('name', 'plan'))) }),
  ],
  ['the text of another page', ({ ann, ids }) => update(ann, ids['Sibling'], { body: storage('<p>Sibling 2</p>') })],
  ['a ticked task', ({ ann, ids }) => tick(ann, ids['Kept'], 'CHECKED')],
  ['a task that is open again', ({ ann, ids }) => tick(ann, ids['Kept'], 'UNCHECKED')],
  ['a comment', async ({ ann, ids }) => comment(ann, ids['Kept'] ?? '', '<p>Second</p>')],
  [
    'an answer',
    ({ ann, ids }) => comment(ann, ids['Kept'] ?? '', '<p>Yes</p>', { ancestors: [{ id: ids['comment'] }] }),
  ],
  ['the text of a comment', ({ ann, ids }) => update(ann, ids['comment'], { body: storage('<p>Corrected</p>') })],
  ['a comment on a file', ({ ann, ids }) => commentOnFile(ann, ids['file'])],
  ['a comment on marked text', ({ ann, ids }) => commentInline(ann, ids['Kept'])],
  ['a resolved thread', ({ ann, ids }) => resolve(ann, ids['Kept'])],
  ['a removed comment', async ({ ann, ids }) => removeLastComment(ann, ids['Kept'])],
  ['a like', ({ ann, ids }) => done(ann.post(`/rest/likes/1.0/content/${ids['Kept']}/likes`))],
  ['a like of a comment', ({ ann, ids }) => done(ann.post(`/rest/likes/1.0/content/${ids['comment']}/likes`))],
  ['a like taken back', ({ ann, ids }) => done(ann.delete(`/rest/likes/1.0/content/${ids['Kept']}/likes`))],
  ['a label', ({ ann, ids }) => done(ann.post(`/rest/api/content/${ids['Kept']}/label`, [{ name: 'new' }]))],
  ['a removed label', ({ ann, ids }) => done(ann.delete(`/rest/api/content/${ids['Kept']}/label?name=new`))],
  [
    'a personal label',
    ({ ann, ids }) => done(ann.post(`/rest/api/content/${ids['Kept']}/label`, [{ prefix: 'my', name: 'own' }])),
  ],
  ['a file', ({ ann, ids }) => attach(ann, ids['Kept'] ?? '', 'further.txt')],
  ['a version of a file', ({ ann, ids }) => attach(ann, ids['Kept'] ?? '', 'own.png', 'other bytes')],
  ['a draft', ({ ann, ids }) => draft(ann, ids['Kept'])],
  ['a discarded draft', ({ ann, ids }) => done(ann.delete(`/rest/oxbow/1.0/content/${ids['Kept']}/draft`))],
  ['text that is written together', ({ ann, app, ids }) => writeTogether(ann, app, ids['Kept'] ?? '')],
  ['a watched page', ({ ann, ids }) => done(ann.post(`/rest/api/user/watch/content/${ids['Kept']}`))],
  ['a page not watched', ({ ann, ids }) => done(ann.delete(`/rest/api/user/watch/content/${ids['Kept']}`))],
  ['a watched space', ({ ann }) => done(ann.post('/rest/api/user/watch/space/MEM'))],
  ['a starred space', ({ ann }) => done(ann.put(`${FAVOURITE}/MEM`))],
  ['a space without star', ({ ann }) => done(ann.delete(`${FAVOURITE}/MEM`))],
  ['a saved page', ({ ann, ids }) => done(ann.put(`${SAVED}/${ids['Kept']}`))],
  ['a property', ({ ann, ids }) => done(ann.post(`/rest/api/content/${ids['Kept']}/property`, { key: 'p', value: 1 }))],
]

const FAVOURITE = '/rest/experimental/relation/user/current/favourite/toSpace'
const SAVED = '/rest/experimental/relation/user/current/favourite/toContent'

function tick(client: HttpClient, id: string | undefined, status: string): Promise<HttpReply> {
  return done(client.post(`/rest/inlinetasks/1/task/${id}/1`, { status }))
}

function commentOnFile(client: HttpClient, id: string | undefined): Promise<HttpReply> {
  return done(
    client.post('/rest/api/content', {
      type: 'comment',
      container: { id, type: 'attachment' },
      body: storage('<p>Of the file</p>'),
    }),
  )
}

const INLINE = '/rest/inlinecomments/1.0/comments'

function commentInline(client: HttpClient, id: string | undefined): Promise<HttpReply> {
  return done(
    client.post(INLINE, { containerId: id, body: '<p>Why?</p>', originalSelection: 'Changed', numMatches: 1 }),
  )
}

async function resolve(client: HttpClient, id: string | undefined): Promise<HttpReply> {
  const [thread] = (await done(client.get(`${INLINE}?containerId=${id}`))).json
  return done(client.put(`${INLINE}/${thread.id}/resolve/true/dangling/false`, {}))
}

async function removeLastComment(client: HttpClient, id: string | undefined): Promise<HttpReply> {
  const { results } = (await done(client.get(`/rest/api/content/${id}/child/comment`))).json
  return done(client.delete(`/rest/api/content/${results.at(-1).id}`))
}

function draft(client: HttpClient, id: string | undefined): Promise<HttpReply> {
  return done(
    client.put(`/rest/oxbow/1.0/content/${id}/draft`, { title: 'Draft', storage: '<p>x</p>', baseVersion: 1 }),
  )
}

async function writeTogether(client: HttpClient, app: App, id: string): Promise<void> {
  const editor = await new LiveClient(client, id).ready()
  editor.write({ storage: `${editor.storage}<p>Not yet published</p>` })
  await editor.saved()
  await editor.close()
  await keepDrafts(app, Number(id))
}

/** Changes that other pages show too. */
const OF_A_SPACE: readonly Change[] = [
  [
    'a new page beside',
    ({ ann, ids }) => ann.createPage('MEM', 'Newcomer', '', { ancestors: [{ id: ids['Parent'] }] }),
  ],
  ['a new page below', ({ ann, ids }) => ann.createPage('MEM', 'Deeper', '', { ancestors: [{ id: ids['Kept'] }] })],
  ['a new page at the top', ({ ann }) => ann.createPage('MEM', 'Top', '')],
  ['a page that was linked before', ({ ann }) => ann.createPage('MEM', 'Absent', '')],
  [
    'a new post',
    ({ ann }) => done(ann.post('/rest/api/content', { type: 'blogpost', title: 'More', space: { key: 'MEM' } })),
  ],
  ['a published draft', ({ ann }) => publish(ann)],
  ['a renamed page', ({ ann, ids }) => update(ann, ids['Sibling'], { title: 'Renamed' })],
  ['a renamed parent', ({ ann, ids }) => update(ann, ids['Parent'], { title: 'Above' })],
  ['a renamed page that is read', ({ ann, ids }) => update(ann, ids['Kept'], { title: 'Kept too' })],
  ['another order', ({ ann, ids }) => done(ann.put(`/rest/api/content/${ids['Kept']}/move/before/${ids['Linker']}`))],
  ['a moved page', ({ ann, ids }) => done(ann.put(`/rest/api/content/${ids['Sibling']}/move/append/${ids['Kept']}`))],
  ['a trashed page', ({ admin, ids }) => done(admin.delete(`/rest/api/content/${ids['Doomed']}`))],
  ['a restored page', ({ admin, ids }) => restore(admin, ids['Doomed'])],
  ['a restricted page', ({ admin, ids }) => restrict(admin, ids['Sibling'], 'read', 'admin')],
  ['a page open again', ({ admin, ids }) => unrestrict(admin, ids['Sibling'])],
  ['a page closed for editing', ({ admin, ids }) => restrict(admin, ids['Kept'], 'update', 'admin')],
  ['a page open for editing', ({ admin, ids }) => unrestrict(admin, ids['Kept'])],
  ['a purged page', ({ admin, ids }) => purge(admin, ids['Doomed'])],
  ['a copied page', ({ admin, ids }) => copy(admin, ids['Kept'])],
  ['an older version restored', ({ ann, ids }) => update(ann, ids['Kept'], { body: storage('<p>Old again</p>') })],
]

async function publish(client: HttpClient): Promise<HttpReply> {
  const body = storage('<p>Draft</p>')
  const begun = { type: 'page', status: 'draft', title: 'Begun', space: { key: 'MEM' }, body }
  const { id } = (await done(client.post('/rest/api/content', begun))).json
  await attach(client, id, 'begun.txt')
  return done(
    client.put(`/rest/api/content/${id}?status=draft`, {
      type: 'page',
      status: 'current',
      title: 'Begun',
      version: { number: 1 },
      body,
    }),
  )
}

function restore(client: HttpClient, id: string | undefined): Promise<HttpReply> {
  const trashed = { type: 'page', title: 'Doomed', status: 'current', version: { number: 2 } }
  return done(client.put(`/rest/api/content/${id}`, trashed))
}

async function purge(client: HttpClient, id: string | undefined): Promise<HttpReply> {
  await done(client.delete(`/rest/api/content/${id}`))
  return done(client.delete(`/rest/api/content/${id}?status=trashed`))
}

function copy(client: HttpClient, id: string | undefined): Promise<HttpReply> {
  return done(client.post(`/rest/oxbow/1.0/content/${id}/copy`, { title: 'Copy' }))
}

/** Changes in another space. */
const ELSEWHERE: readonly Change[] = [
  ['the text of a linked page elsewhere', ({ ann, ids }) => update(ann, ids['Target'], { body: storage('<p>2</p>') })],
  ['the text of an included page', ({ ann, ids }) => update(ann, ids['Included'], { body: storage('<p>In 2</p>') })],
  ['an excerpt', ({ ann, ids }) => update(ann, ids['Excerpted'], { body: storage('<p>No excerpt</p>') })],
  ['a new target of a link', ({ ann }) => ann.createPage('ELSE', 'Missing', '')],
  ['a file that is shown elsewhere', ({ ann, ids }) => attach(ann, ids['Target'] ?? '', 'there.png', 'other')],
  ['a file that was missing', ({ ann, ids }) => attach(ann, ids['Target'] ?? '', 'new.png')],
  ['a renamed target', ({ ann, ids }) => update(ann, ids['Target'], { title: 'Target too' })],
  [
    'a label elsewhere',
    ({ ann, ids }) => done(ann.post(`/rest/api/content/${ids['Other']}/label`, [{ name: 'word' }])),
  ],
  ['a restricted target', ({ admin, ids }) => restrict(admin, ids['Target'], 'read', 'admin')],
  ['a target open again', ({ admin, ids }) => unrestrict(admin, ids['Target'])],
  ['a trashed target', ({ admin, ids }) => done(admin.delete(`/rest/api/content/${ids['Target']}`))],
  [
    'a page moved to another space',
    ({ admin, ids }) => done(admin.put(`/rest/api/content/${ids['Other']}/move/append/${ids['Parent']}`)),
  ],
]

/** Changes of the site, which say nothing of what they change. */
const OF_THE_SITE: readonly Change[] = [
  ['a renamed space', ({ admin }) => done(admin.put('/rest/api/space/MEM', { name: 'Other name' }))],
  ['a renamed space elsewhere', ({ admin }) => done(admin.put('/rest/api/space/ELSE', { name: 'Other name' }))],
  ['an account', ({ admin }) => done(admin.put('/rest/api/admin/user/bob', { fullName: 'Robert' }))],
  ['a group', ({ admin }) => done(admin.post('/rest/api/admin/group', { name: 'editors', type: 'group' }))],
  ['a member of a group', ({ admin }) => done(admin.put('/rest/api/user/ann/group/editors'))],
  ['a permission', ({ admin }) => grant(admin)],
  ['a setting', ({ app }) => app.database.transaction(tx => app.settings.set(tx, siteTitle, 'Another title', null))],
  ['a shortcut', ({ admin, ids }) => shortcut(admin, ids['Included'])],
  ['the target of a shortcut', ({ ann, ids }) => update(ann, ids['Included'], { title: 'Included too' })],
  ['an archived space', ({ admin }) => done(admin.put('/rest/api/space/MEM/archive'))],
  ['a space in use again', ({ admin }) => done(admin.put('/rest/api/space/MEM/restore'))],
]

function grant(client: HttpClient): Promise<HttpReply> {
  return done(
    client.put('/rest/api/space/MEM/permissions/group/editors/grant', [
      { targetType: 'space', operationKey: 'administer' },
    ]),
  )
}

function shortcut(client: HttpClient, id: string | undefined): Promise<HttpReply> {
  return done(
    client.post('/rest/ia/1.0/link', { spaceKey: 'MEM', resourceId: id, resourceType: 'page', customTitle: '' }),
  )
}

/** Every kind of change, each of which follows the one before. */
export const CHANGES: readonly Change[] = [...OF_A_PAGE, ...OF_A_SPACE, ...ELSEWHERE, ...OF_THE_SITE]

/**
 * The kinds of events that say what they change, by the modules that append them; each is appended by one of {@link
 * CHANGES}. Others change everything.
 */
export const KINDS: Readonly<Record<string, readonly string[]>> = {
  'features/attachments/server/service/attach.ts': ['attachment.created', 'attachment.updated'],
  'features/comments/server/inline.ts': ['comment.resolution'],
  'features/comments/server/service.ts': ['comment.created', 'comment.updated'],
  'features/content-core/server/service/create.ts': ['page.created', 'blogpost.created'],
  'features/content-core/server/service/drafts.ts': [INVALIDATION],
  'features/content-core/server/service/update.ts': ['page.created', 'page.updated'],
  'features/diagrams/server/references-store.ts': ['diagram.used'],
  'features/labels/server/store.ts': ['label.added', 'label.removed'],
  'features/likes/server/service.ts': ['content.liked', 'content.unliked'],
  'features/live-editing/server/drafts.ts': [INVALIDATION],
  'features/notifications/server/notify.ts': [INVALIDATION],
  'features/saved-pages/server/store.ts': ['content.saved'],
  'features/spaces/server/favourites.ts': ['space.starred', 'space.unstarred'],
  'features/tasks/server/record.ts': ['task.assigned', 'task.completed', 'task.reopened'],
  'features/watches/server/store.ts': ['content.watched', 'content.unwatched', 'space.watched'],
  'platform/server/events/subscribers.ts': [INVALIDATION],
}

/** Titles of the pages to read. */
export const READ_TITLES = [...Object.keys(READ), 'Parent']
