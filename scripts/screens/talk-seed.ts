import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { status, table, tasks } from '#features/demo-space/server/markup.ts'
import { blackPng, docx, OFFICE_TYPES, openDocument, pdf, pptx, xlsx } from '#features/previews/testing/files.ts'
import { wav, webm } from '#features/previews/testing/media.ts'
import type { HttpClient } from '#platform/server/testing/client.ts'
import { create, ok, storageOf } from './calls.ts'

/** A page that people talk about, and what is around it. */
export interface Talk {
  readonly page: string
  /** Ids of the files of the page, by their names. */
  readonly files: Readonly<Record<string, string>>
  /** A page that grace may not see, and has asked for. */
  readonly asked: string
  /** A page that may be commented on without signing in. */
  readonly guestBook: string
}

const embedded = (name: string) =>
  `<ac:structured-macro ac:name="view-file"><ac:parameter ac:name="name"><ri:attachment ri:filename="${name}" /></ac:parameter></ac:structured-macro>`
const mention = (name: string) => `<ac:link><ri:user ri:username="${name}" /></ac:link>`

const TEXT = `<p>The ferry to Gothenburg sails every second Monday in summer; ${mention('grace')} has the list. It is
${status('ON TIME', 'Green')} today.</p>
<h2>What is open</h2>
${tasks(
  [false, `Print the summer timetable ${mention('admin')} <time datetime="2030-05-02" />`],
  [true, 'Ask the pilots <time datetime="2026-03-01" />'],
)}
<h2>Harbours</h2>
${table(['Harbour', 'Departure', 'Berth'], ['Kiel', '08:10', '4'], ['Gothenburg', '21:40', '17'])}
<p><ac:image ac:width="480"><ri:attachment ri:filename="harbour.png" /></ac:image></p>
<p>${embedded('timetable.pdf')} ${embedded('minutes.docx')}</p>
<h2>Winter</h2>
<p>In winter it sails on the first day of the month, ice permitting. Tickets are sold on board.</p>`

const HARBOUR = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600"><rect width="960" height="600" fill="#cfe3e8"/>
<path d="M0 340H960V600H0Z" fill="#2f6f7d"/><path d="M120 340h520l-60 70H190Z" fill="#f4efe6"/><path d="M240 260h280v80H240Z" fill="#fff"/>
<path d="M420 190h50v70h-50Z" fill="#b4432f"/></svg>`

/** Every kind of file that the previewer knows, and what it refuses. */
async function filesOf(): Promise<[name: string, type: string, bytes: Buffer][]> {
  const paragraph = '<text:p>Present: Ada, Grace.</text:p>'
  const cells = (...texts: string[]) =>
    `<table:table-row>${texts.map(each => `<table:table-cell office:value-type="string"><text:p>${each}</text:p></table:table-cell>`).join('')}</table:table-row>`
  return [
    ['harbour.png', 'image/png', await sharp(Buffer.from(HARBOUR)).png().toBuffer()],
    ['timetable.pdf', 'application/pdf', pdf(['Summer timetable', 'Winter timetable'])],
    ['minutes.docx', OFFICE_TYPES.docx, docx(['Minutes of the harbour board', 'The quay is rebuilt in autumn.'])],
    [
      'minutes.odt',
      OFFICE_TYPES.odt,
      openDocument('text', `<text:h text:outline-level="1">Minutes</text:h>${paragraph}`),
    ],
    [
      'fares.xlsx',
      OFFICE_TYPES.xlsx,
      xlsx([
        ['Fare', 'Euro'],
        ['Adult', 48],
        ['Car', 95],
      ]),
    ],
    [
      'fares.ods',
      OFFICE_TYPES.ods,
      openDocument(
        'spreadsheet',
        `<table:table table:name="Fares">${cells('Fare', 'Euro')}${cells('Bicycle', '12')}</table:table>`,
      ),
    ],
    ['fares.csv', 'text/csv', Buffer.from('Fare,Euro\nDog,5\n')],
    ['season.pptx', OFFICE_TYPES.pptx, pptx([{ title: 'The season', lines: ['More ferries', 'Fewer queues'] }])],
    [
      'season.odp',
      OFFICE_TYPES.odp,
      openDocument(
        'presentation',
        '<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>The next season</text:p></draw:text-box></draw:frame></draw:page>',
      ),
    ],
    ['berths.md', 'text/markdown', Buffer.from('# Berths\n\n| Kiel | 4 |')],
    ['departure.webm', 'video/webm', await webm(['#2f6f7d', '#b4432f', '#f4efe6'])],
    ['horn.wav', 'audio/wav', wav(500)],
    ['broken.pdf', 'application/pdf', Buffer.from('%PDF-1.4\nnothing that a reader understands')],
    ['map.png', 'image/png', blackPng(30_000)],
    ['plans.zip', 'application/zip', Buffer.from('PK')],
  ]
}

async function attachAll(by: HttpClient, page: string): Promise<Record<string, string>> {
  const form = new FormData()
  for (const [name, type, bytes] of await filesOf())
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const { json } = await ok(
    by.with({ 'x-atlassian-token': 'no-check' }).send('PUT', `/rest/api/content/${page}/child/attachment`, form),
  )
  return Object.fromEntries(
    (json.results as { title: string; id: string }[]).map(({ title, id }) => [title, id.replace(/^att/, '')]),
  )
}

async function commentOn(by: HttpClient, words: string, containerId: string, text: string): Promise<string> {
  const selection = { containerId, originalSelection: words, matchIndex: 0, numMatches: 1 }
  const { json } = await ok(by.post('/rest/inlinecomments/1.0/comments', { ...selection, body: `<p>${text}</p>` }))
  return String(json.id)
}

async function discuss({ admin, grace }: People, page: string, files: Readonly<Record<string, string>>): Promise<void> {
  await commentOn(grace, 'every second Monday', page, 'Really every second one? The list says <em>every</em> Monday.')
  await commentOn(admin, 'ice permitting', page, 'Who decides that?')
  const done = await commentOn(grace, 'Tickets', page, 'Only cards are taken.')
  await ok(admin.put(`/rest/inlinecomments/1.0/comments/${done}/resolve/true/dangling/false`))
  const below = { type: 'comment', container: { id: page, type: 'page' }, body: storageOf('<p>Good to know.</p>') }
  const { json } = await ok(grace.post('/rest/api/content', below))
  for (const id of [page, json.id as string]) await ok(grace.post(`/rest/likes/1.0/content/${id}/likes`))
  await ok(admin.post(`/rest/likes/1.0/content/${page}/likes`))
  for (const [value, x, y] of [
    ['<p>The funnel has another colour now.</p>', 0.46, 0.37],
    ['<p>Is that the new quay?</p>', 0.8, 0.7],
  ] as const) {
    const pin = { version: 1, x, y }
    const container = { id: files['harbour.png'], type: 'attachment' }
    await ok(
      grace.post('/rest/api/content', { type: 'comment', container, body: storageOf(value), extensions: { pin } }),
    )
  }
}

/** A page that visitors may comment on, which asks them for the word of a picture. */
async function openGuestBook(admin: HttpClient): Promise<string> {
  await ok(admin.post('/rest/api/space', { key: 'OPEN', name: 'Open to all' }))
  const page = await create(admin, 'Guest book', '<p>Say what you think.</p>', { space: { key: 'OPEN' } })
  const grant = (place: string, operations: readonly [targetType: string, operationKey: string][]) =>
    ok(
      admin.put(
        `/rest/api/${place}permissions/anonymous/grant`,
        operations.map(([targetType, operationKey]) => ({ targetType, operationKey })),
      ),
    )
  await grant('', [['application', 'use']])
  await grant('space/OPEN/', [
    ['space', 'read'],
    ['comment', 'create'],
  ])
  return page
}

interface People {
  readonly admin: HttpClient
  readonly grace: HttpClient
}

/** Writes a page with a discussion. Grace causes what the administrator is notified of. */
export async function seedTalk(people: People): Promise<Talk> {
  const { admin, grace } = people
  const page = await create(admin, 'Ferries in summer and in winter', TEXT)
  const files = await attachAll(admin, page)
  await discuss(people, page, files)
  await ok(admin.put('/rest/oxbow/1.0/analytics/settings', { viewers: true }))
  const asked = await create(admin, 'Rates of the pilots', '<p>For the board.</p>')
  await ok(
    admin.put(`/rest/api/content/${asked}/restriction`, [
      { operation: 'read', restrictions: { user: [{ username: 'admin' }], group: [] } },
    ]),
  )
  await ok(grace.post('/rest/oxbow/1.0/access-requests', { access: 'view', pageId: asked }))
  const guestBook = await openGuestBook(admin)
  await notified(admin)
  return { page, files, asked, guestBook }
}

/** Waits until the bell counts what was done last: notifications are written after the answers. */
async function notified(who: HttpClient): Promise<void> {
  for (;;) {
    const { json } = await ok(who.get('/rest/oxbow/1.0/notifications'))
    if (JSON.stringify(json).includes('Rates of the pilots')) return
    await setTimeout(50)
  }
}
